/** Maximum length of a text field in bytes (docs/api/field-values.md §4). */
const maxBytes = 65_535

const filled = (part: string): string => part.repeat(Math.ceil(maxBytes / part.length)).slice(0, maxBytes)

/** Texts that are most expensive to render as Markdown or HTML, by attack. */
export const hostileTexts: Readonly<
  Record<string, { readonly format: 'commonmark' | 'html' | 'text'; readonly content: string }>
> = {
  'wide table of empty rows': markdown(`|${'a|'.repeat(180)}\n|${'-|'.repeat(180)}\n${'|\n'.repeat(31_000)}`),
  'short wide table': markdown(`|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|\n'.repeat(700)}`),
  'beginnings of pictures': markdown(filled('![')),
  'opening brackets': markdown(filled('[')),
  'mixed emphasis': markdown(filled('*_')),
  'beginnings of tags': markdown(filled('<a ')),
  'list items': markdown(filled('* a\n')),
  headings: markdown(filled('# a\n')),
  ampersands: markdown(filled('&')),
  links: markdown(filled('[a](http://a) ')),
  'mentions in Markdown': markdown(filled('art #1 ')),
  paragraphs: markdown(filled('Lorem ipsum dolor\n\n')),
  'elements with styles': { format: 'html', content: filled('<p style="color:red;width:1px">a</p>') },
  'braces in a style': { format: 'html', content: `<p style="${filled('{')}`.slice(0, maxBytes) },
  pictures: { format: 'html', content: filled('<img src="data:a">') },
  elements: { format: 'html', content: filled('<b></b>') },
  'mentions in HTML': { format: 'html', content: filled('art #1 ') },
  'mentions in plain text': { format: 'text', content: filled('art #1 ') },
  'addresses in plain text': { format: 'text', content: filled('http://a ') },
  'lines of plain text': { format: 'text', content: filled('\n') },
}

function markdown(content: string): { readonly format: 'commonmark'; readonly content: string } {
  return { format: 'commonmark', content: content.slice(0, maxBytes) }
}
