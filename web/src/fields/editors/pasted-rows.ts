/** Rows of a spreadsheet; each has the texts of its cells. */
export type Rows = readonly (readonly string[])[]

/** As many steps as one paste adds; the server has no limit of steps but that of a request, 1 MiB. */
export const maxPastedRows = 1000

/**
 * Returns the rows of a text that a spreadsheet copied: cells are separated by tabs, and those with line breaks or
 * tabs are in quotation marks, which are doubled within. Undefined: the text is no table of at least two columns.
 */
export function readRows(text: string): Rows | undefined {
  const rows = splitRows(text.replaceAll(/\r\n?/g, '\n'))
  const columns = rows[0]?.length ?? 0
  // Spreadsheets copy rectangles. Indented text is none, or has nothing in its first column.
  if (columns < 2 || rows.some(({ length }) => length !== columns)) return undefined
  return rows.some(([first = '']) => first.trim() !== '') ? rows : undefined
}

function splitRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let at = 0
  do {
    const { content, end } = readCell(text, at)
    rows.at(-1)?.push(content)
    if (text[end] === '\n' && end + 1 < text.length) rows.push([])
    at = end + 1
    // A tab at the end is followed by an empty cell.
  } while (at < text.length || text[at - 1] === '\t')
  return rows
}

interface Cell {
  readonly content: string
  /** Of the tab or line break after it, or of the end of the text. */
  readonly end: number
}

function readCell(text: string, start: number): Cell {
  return readQuotedCell(text, start) ?? readPlainCell(text, start)
}

function readPlainCell(text: string, start: number): Cell {
  const end = findEnd(text, start)
  return { content: text.slice(start, end), end }
}

function findEnd(text: string, start: number): number {
  separator.lastIndex = start
  return separator.exec(text)?.index ?? text.length
}

const separator = /[\t\n]/g

/** Undefined: the quotation marks belong to the text, as in `"Save" is disabled`. */
function readQuotedCell(text: string, start: number): Cell | undefined {
  if (text[start] !== '"') return undefined
  quoted.lastIndex = start
  const [cell, inside = ''] = quoted.exec(text) ?? []
  if (cell === undefined) return undefined
  // Spreadsheets put no marks around what can be read without them.
  if (!/[\t\n]|""/.test(inside)) return undefined
  return { content: inside.replaceAll('""', '"'), end: start + cell.length }
}

const quoted = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y

export interface PastedStep {
  readonly action: string
  readonly result: string
}

export interface PastedSteps {
  readonly steps: readonly PastedStep[]
  /** Some cells after the second column have a text. */
  readonly hasMoreColumns: boolean
  readonly hasMoreRows: boolean
}

/** Returns a step for each row that has a text in its first or second column. */
export function toPastedSteps(rows: Rows): PastedSteps {
  const steps = rows
    .map(([action = '', result = '']) => ({ action: action.trim(), result: result.trim() }))
    .filter(({ action, result }) => action !== '' || result !== '')
  return {
    steps: steps.slice(0, maxPastedRows),
    hasMoreColumns: rows.some((row) => row.slice(2).some((cell) => cell.trim() !== '')),
    hasMoreRows: steps.length > maxPastedRows,
  }
}
