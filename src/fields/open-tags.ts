const voidTags: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'wbr'])

/**
 * How many tags stand open at once in HTML, at most. An HTML parser's work grows with the square of it: a megabyte of `<b>`
 * would hold everybody up for a minute, and no editor writes such a thing.
 */
export function maxOpenTags(html: string): number {
  const openByName = new Map<string, number>()
  let open = 0
  let max = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,50})/gi)) {
    const tag = name.toLowerCase()
    if (voidTags.has(tag)) continue
    const before = openByName.get(tag) ?? 0
    const change = slash === '' ? 1 : before > 0 ? -1 : 0
    openByName.set(tag, before + change)
    open += change
    if (open > max) max = open
  }
  return max
}
