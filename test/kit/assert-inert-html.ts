import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The allowed elements, declared again: the declaration in the source is what the test checks. */
const harmlessTags = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre code kbd samp var ul ol li dl dt dd a img figure figcaption details ' +
    'summary b strong i em u s strike del ins mark small sub sup abbr cite q tt table caption colgroup col thead tbody ' +
    'tfoot tr th td'
  ).split(' '),
)
const harmlessAttributes = new Set(
  (
    'title lang dir style class href rel src alt width height start type reversed value border cellpadding cellspacing ' +
    'summary span colspan rowspan scope align valign open'
  ).split(' '),
)
const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'ftp:', 'tel:'])
const pictureSchemes = new Set(['http:', 'https:', 'data:'])
const harmlessStyle =
  /^(color|background-color|text-align|text-decoration|font-weight|font-style|width|height):(#?[a-z0-9%]+|rgba?\([\d\s.,%/]+\))$/i

/**
 * Returns the parts of HTML that could run scripts or load content. Parses it as a page, as a fragment, and again after
 * serialization, because a second parser may read it differently.
 */
export function findUnsafeHtml(html: string): string[] {
  const inside = parseFragment(html)
  const again = parseFragment(serialize(inside))
  const page = parse(`<!DOCTYPE html><body>${html}</body>`)
  return [
    ...unsafeParts(inside),
    ...unsafeParts(again),
    ...unsafeParts(page, ['html', 'head', 'body', '#documentType']),
  ]
}

function unsafeParts(node: Node, frame: readonly string[] = []): string[] {
  const problems: string[] = []
  if (node.nodeName === '#comment') problems.push('a comment')
  if (node.nodeName === '#documentType' && !frame.includes(node.nodeName)) problems.push('a document type')
  if ('tagName' in node && !frame.includes(node.tagName)) problems.push(...unsafeAttributes(node))
  if ('content' in node) problems.push(...unsafeParts(node.content as Node))
  if ('childNodes' in node) for (const child of node.childNodes) problems.push(...unsafeParts(child, frame))
  return problems
}

function unsafeAttributes({ tagName, namespaceURI, attrs }: Element): string[] {
  const problems: string[] = []
  if (!namespaceURI.endsWith('/xhtml') || !harmlessTags.has(tagName)) problems.push(`<${tagName}>`)
  for (const { name, value, prefix } of attrs) {
    if (prefix !== undefined || !harmlessAttributes.has(name)) problems.push(`<${tagName} ${name}>`)
    if (name === 'href' && !linkSchemes.has(schemeOf(value))) problems.push(`<${tagName} ${name}="${value}">`)
    if (name === 'src' && !pictureSchemes.has(schemeOf(value))) problems.push(`<${tagName} ${name}="${value}">`)
    if (name === 'class' && !isHarmlessClass(tagName, value)) problems.push(`<${tagName} class="${value}">`)
    if (name === 'style' && value.split(';').some((part) => part !== '' && !harmlessStyle.test(part)))
      problems.push(`<${tagName} style="${value}">`)
  }
  return problems
}

/** Resolves the URL as the page that contains it would. */
const schemeOf = (address: string): string =>
  URL.canParse(address, 'https://t.example/') ? new URL(address, 'https://t.example/').protocol : 'https:'

const isHarmlessClass = (tagName: string, names: string): boolean =>
  tagName === 'a'
    ? names === 'cross-reference'
    : names.split(' ').every((name) => name === '' || name.startsWith('language-'))
