import { type Message, message } from '../messages/message.ts'

/** A line of a table and its line number. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvProblem {
  readonly line: number
  readonly text: Message
}

/**
 * Parses comma-separated values with `"` as quote, doubled inside (RFC 4180, docs/api/archive-format.md §1.3); empty
 * lines are ignored.
 */
export function readCsv(text: string): { readonly rows: readonly CsvRow[]; readonly problem?: CsvProblem } {
  const rows: CsvRow[] = []
  for (const row of parseCsvRows(text)) {
    if ('text' in row) return { rows, problem: row }
    rows.push(row)
  }
  return { rows }
}

/** More cells in one line are an error: no table has so many, and parsing them would block other requests. */
const maxCells = 10_000

/** Yields the rows one by one; a problem ends them. */
export function* parseCsvRows(text: string): Generator<CsvRow | CsvProblem, undefined> {
  let cells: string[] = []
  let started = 1
  let line = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0

  while (at < text.length || cells.length > 0) {
    let cell = ''
    if (text[at] === '"') {
      const end = endOfQuote(text, at + 1)
      if (end === -1) return yield { line, text: message`A quote " is opened and not closed` }
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      line += cell.split('\n').length - 1
      at = end + 1
      if (at < text.length && !/[,\r\n]/.test(text[at] ?? '')) {
        return yield { line, text: message`After a closing quote " only a comma or the end of the line may follow` }
      }
    } else {
      const end = endOfCell(text, at)
      cell = text.slice(at, end)
      at = end
      if (cell.includes('"')) return yield { line, text: message`A quote " is inside a value that is not quoted` }
    }
    cells.push(cell)
    if (cells.length > maxCells) return yield { line, text: message`A line can have at most ${maxCells} cells` }
    if (text[at] === ',') {
      at += 1
      // A comma at the very end opens one more, empty cell.
      if (at < text.length) continue
      cells.push('')
    }
    if (text.startsWith('\r\n', at)) at += 1
    at += 1
    line += 1
    if (cells.length > 1 || cells[0] !== '') yield { line: started, cells }
    cells = []
    started = line
  }
}

function endOfQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end
  return -1
}

function endOfCell(text: string, from: number): number {
  const index = text.slice(from).search(/[,\r\n]/)
  return index === -1 ? text.length : from + index
}

/** Returns one line in the format of RFC 4180; values that could be misread are quoted. */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

// A byte order mark at the start, or a blank at either end, could be dropped by a parser.
const csvCell = (text: string): string =>
  /[",\r\n\uFEFF]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * A cell of a spreadsheet: a text, '' for none, a number, or a wall-clock time without a zone, `2026-03-01` or
 * `2026-03-01T10:30:00`.
 */
export type SheetCell = string | number | { readonly wallClock: string }

/** Returns whether a spreadsheet program would interpret a text as a formula. */
export const isFormula = (text: string): boolean => formula.test(text)

/** Some programs treat full-width signs, which East Asian keyboards type, like their usual forms. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
