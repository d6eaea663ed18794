import type { CliIo } from '../context/cli-io.ts'

/** Columns are this far apart. */
const gap = 2
/** Narrower columns cannot be read. */
const minWidth = 8
const minLastWidth = 24

/**
 * Formats rows as lines with aligned columns. On a terminal they fit its width: the last column continues in further
 * lines, and other wide columns are cut. Otherwise nothing is cut, so that other programs can read the lines.
 */
export function formatColumns(
  { width = Number.POSITIVE_INFINITY }: Pick<CliIo, 'width'>,
  rows: readonly (readonly string[])[],
): string[] {
  const widths = fitWidths(measureColumns(rows), width)
  const last = widths.length - 1
  const indent = ' '.repeat(widths.slice(0, last).reduce((sum, each) => sum + each + gap, 0))
  return rows.flatMap((row) => {
    const cells = row.map((cell, column) => {
      const room = widths[column] ?? 0
      return column === last ? wrapWords(cell, room) : [cutCell(cell, room).padEnd(room)]
    })
    const lines = (cells[last] ?? []).slice(1).map((line) => `${indent}${line}`)
    return [
      cells
        .map(([first]) => first)
        .join(' '.repeat(gap))
        .trimEnd(),
      ...lines,
    ]
  })
}

function measureColumns(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  return widths
}

/** Reduces the last column first, then the widest of the others. */
function fitWidths(natural: readonly number[], width: number): number[] {
  const widths = [...natural]
  const last = widths.length - 1
  let excess = widths.reduce((sum, each) => sum + each, last * gap) - width
  const reduce = (column: number, least: number): boolean => {
    const reduction = Math.min(excess, Math.max(0, (widths[column] ?? 0) - least))
    widths[column] = (widths[column] ?? 0) - reduction
    excess -= reduction
    return reduction > 0
  }
  if (excess > 0) reduce(last, minLastWidth)
  while (excess > 0 && last > 0) {
    const others = widths.slice(0, last)
    const widest = others.indexOf(Math.max(...others))
    const second = Math.max(...others.filter((_, column) => column !== widest))
    if (!reduce(widest, Math.max(minWidth, Math.min(second, (others[widest] ?? 0) - 1)))) break
  }
  return widths
}

const cutCell = (cell: string, width: number): string =>
  cell.length <= width ? cell : `${cell.slice(0, Math.max(0, width - 1))}…`

/** Breaks a text between words, and longer words anywhere. */
function wrapWords(text: string, width: number): string[] {
  if (text.length <= width) return [text]
  const lines: string[] = []
  for (let rest = text; rest !== ''; ) {
    const space = rest.length <= width ? rest.length : rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return lines
}
