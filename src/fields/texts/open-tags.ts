const voidTags: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'wbr'])

/**
 * Returns the maximum number of HTML tags that are open at once. The work of an HTML parser grows with its square: a
 * megabyte of `<b>` would block the server for a minute, and no editor writes such texts.
 */
export function countMaxOpenTags(html: string): number {
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
