/** Prints rows as CSV (RFC 4180). Spreadsheets do not run what a text begins with as a formula. */
export const printCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')

function printCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
