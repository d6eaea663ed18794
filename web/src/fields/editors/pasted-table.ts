import { parseHtml } from '../../design/parse-html.ts'
import { type Rows, readRows } from './pasted-rows.ts'

/**
 * Returns the rows that a spreadsheet or a text program copied. Undefined: it is another text, or one cell, which is
 * pasted as it is.
 */
export const readPastedTable = (data: DataTransfer): Rows | undefined =>
  readRows(data.getData('text/plain')) ?? readHtmlRows(data.getData('text/html'))

/** The rows of a table that is all of an HTML text: of one column, or with paragraphs in its cells. */
function readHtmlRows(html: string): Rows | undefined {
  if (!/<table/i.test(html)) return undefined
  const { body } = parseHtml(removeStyles(html))
  const [table, ...others] = body.querySelectorAll('table')
  if (table === undefined || others.length > 0) return undefined
  const rows = [...table.rows].map(({ cells }) => [...cells].map(readCell))
  table.remove()
  const isAll = body.textContent.trim() === ''
  return isAll && rows.flat().length > 1 ? rows : undefined
}

/** Without style sheets and attributes, which the policy of the pages refuses also where nothing is shown. */
const removeStyles = (html: string): string =>
  html
    .replaceAll(/<style[\s\S]*?<\/style>/gi, '')
    .replaceAll(/<(\/?[a-z][\w:]*)(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi, '<$1>')

const readCell = (cell: Node): string =>
  readText(cell)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

/** The text of a node; only elements break its lines. */
function readText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (node.nodeName === 'BR') return '\n'
  const text = [...node.childNodes].map(readText).join('')
  return /^(P|DIV|LI)$/.test(node.nodeName) ? `${text}\n` : text
}
