/** Several values in one cell: joined by `;`, those that could be misread in quotes of their own (decision 23). */
export const joinItems = (items: readonly string[]): string => items.map(quoteItem).join(';')

const quoteItem = (item: string): string =>
  item === '' || /[;"]/.test(item) || item.trim() !== item ? `"${item.replaceAll('"', '""')}"` : item

/** Inverse of `joinItems`; undefined when quotes are not closed or text follows them. */
export function splitItems(text: string): string[] | undefined {
  if (text.trim() === '') return []
  const items: string[] = []
  let at = 0
  while (at <= text.length) {
    const [whole, inQuotes, bare] = matchItemAt(text, at) ?? []
    if (whole === undefined) return undefined
    // An unquoted empty item is no value: `a;;b`, `a;`.
    if (inQuotes !== undefined) items.push(inQuotes.replaceAll('""', '"'))
    else if (bare !== undefined && bare.trim() !== '') items.push(bare.trim())
    at += whole.length + 1
  }
  return items
}

function matchItemAt(text: string, at: number): RegExpExecArray | null {
  const item = /\s*(?:"((?:[^"]|"")*)"\s*|([^\s";][^;]*|\s*))(?=;|$)/y
  item.lastIndex = at
  return item.exec(text)
}
