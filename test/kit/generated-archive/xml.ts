import type { Choices } from './choices.ts'

/** An element of a generated document, mutable until it is serialized. */
export interface Xml {
  name: string
  readonly attributes: Record<string, string>
  readonly children: Xml[]
  /** Content of an element without children. */
  text?: string
  /** Whitespace around the text and the attributes is ignored (docs/api/archive-format.md §1.8). */
  readonly isTrimmed: boolean
}

type Attributes = Readonly<Record<string, string | number | undefined>>

export const buildElement = (name: string, attributes: Attributes = {}, children: readonly Xml[] = []): Xml => ({
  name,
  attributes: toStrings(attributes),
  children: [...children],
  isTrimmed: true,
})

/** An element with literal text. */
export const generateText = (name: string, content: string, attributes: Attributes = {}): Xml => ({
  ...buildElement(name, attributes),
  text: content,
  isTrimmed: false,
})

/** An element whose text may have whitespace around it. */
export const generateWord = (name: string, content: string, attributes: Attributes = {}): Xml => ({
  ...generateText(name, content, attributes),
  isTrimmed: true,
})

const toStrings = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  )

/** All elements, parents before children. */
export function* listEveryElement(root: Xml): Generator<Xml> {
  yield root
  for (const child of root.children) yield* listEveryElement(child)
}

const encodings = ['utf-8', 'utf-8', 'utf-8', 'utf-16le', 'utf-16be', 'iso-8859-1', 'windows-1252'] as const
type Encoding = (typeof encodings)[number]

/** Serializes a document in one of the many forms of XML producers. */
export function writeDocument(root: Xml, choices: Choices): Buffer {
  const encoding = choices.pick(encodings)
  const body = writeElement(root, { choices, encoding }, 0)
  const document = `${declarationOf(encoding, choices)}${ignorableMarkup(choices)}${body}\n${ignorableMarkup(choices)}`
  const lines = choices.once(4) ? document.replaceAll('\n', '\r\n') : document
  return encoded(lines, encoding, choices)
}

function declarationOf(encoding: Encoding, choices: Choices): string {
  const isWide = encoding.startsWith('utf-16')
  const isSingleByte = !encoding.startsWith('utf')
  if (!isSingleByte && choices.once(4)) return ''
  const name = isWide ? 'UTF-16' : choices.pick([encoding, encoding.toUpperCase()])
  const encodingAttribute =
    isSingleByte || choices.once(2) ? ` encoding=${choices.pick(['"', "'"])}${name}'`.replace(/"(.*)'$/, '"$1"') : ''
  const standaloneAttribute = choices.once(4) ? ' standalone="yes"' : ''
  return `<?xml version="1.0"${encodingAttribute}${standaloneAttribute}?>\n`
}

function encoded(document: string, encoding: Encoding, choices: Choices): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(choices.once(4) ? `\uFEFF${document}` : document, 'utf8')
    case 'utf-16le':
      return Buffer.from(`\uFEFF${document}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\uFEFF${document}`, 'utf16le').swap16()
    default:
      return Buffer.from(document, 'latin1')
  }
}

interface Style {
  readonly choices: Choices
  readonly encoding: Encoding
}

function writeElement(element: Xml, style: Style, depth: number): string {
  const { choices } = style
  const { name, children } = element
  const start = `${name}${writeAttributes(element, style)}`
  const indent = choices.once(6) ? '' : `\n${'  '.repeat(depth % 8)}`
  if (element.text !== undefined && element.text !== '') return `<${start}>${writeText(element, style)}</${name}>`
  if (children.length === 0) return choices.pick([`<${start}/>`, `<${start}></${name}>`, `<${start} ></${name} >`])
  const inside = children.map((child) => `${indent}${ignorableMarkup(choices)}${writeElement(child, style, depth + 1)}`)
  return `<${start}>${inside.join('')}${indent}</${name}>`
}

function writeAttributes({ attributes, isTrimmed }: Xml, style: Style): string {
  const { choices } = style
  const entries = Object.entries(attributes)
  const inOrder = choices.once(3) ? choices.shuffled(entries) : entries
  return inOrder
    .map(([name, value]) => {
      const quote = choices.once(4) ? "'" : '"'
      const around = isTrimmed && value !== '' && trimmedAttributes.has(name) && choices.once(12) ? ' ' : ''
      const gap = choices.once(12) ? '\n  ' : ' '
      return `${gap}${name}${choices.once(12) ? ' = ' : '='}${quote}${around}${escaped(value, style, quote)}${around}${quote}`
    })
    .join('')
}

/** Names and ids: Tuleap trims them. */
const trimmedAttributes: ReadonlySet<string> = new Set([
  'ID',
  'id',
  'REF',
  'ref',
  'type',
  'label',
  'field_name',
  'ugroup',
])

function writeText({ text: content = '', isTrimmed }: Xml, style: Style): string {
  const { choices } = style
  const around = isTrimmed && choices.once(6) ? choices.pick([' ', '\n  ', '\t']) : ''
  const middle = choices.once(4) ? choices.integer(0, content.length) : content.length
  // Not between surrogates.
  const at = /[\uD800-\uDBFF]$/.test(content.slice(0, middle)) ? middle - 1 : middle
  const pieces = [content.slice(0, at), content.slice(at)].filter((piece) => piece !== '')
  return `${around}${pieces.map((piece) => writePiece(piece, style)).join(ignorableMarkup(choices))}${around}`
}

function writePiece(piece: string, style: Style): string {
  // CDATA cannot contain characters that the encoding does not support or that newline normalization changes.
  const isRaw = !piece.includes('\r') && ![...piece].some((character) => isForeign(character, style.encoding))
  return isRaw && !style.choices.once(2)
    ? `<![CDATA[${piece.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
    : escaped(piece, style, '')
}

const isForeign = (character: string, encoding: Encoding): boolean =>
  !encoding.startsWith('utf') && (character > '\u00FF' || (character >= '\u0080' && character < '\u00A0'))

function escaped(content: string, { choices, encoding }: Style, quote: string): string {
  const isHex = choices.once(2)
  const number = (character: string): string => {
    const code = character.codePointAt(0) ?? 0
    return isHex ? `&#x${code.toString(16)};` : `&#${code};`
  }
  // Some characters are escaped without need.
  const every = choices.pick([0, 7, 1])
  const isShort = content.length < 200
  return [...content]
    .map((character, index) => {
      const entity = entities[character]
      if (entity !== undefined) return character === quote || !/["']/.test(character) ? entity : character
      if (character === '\r' || (quote !== '' && /[\n\t]/.test(character))) return number(character)
      if (isForeign(character, encoding)) return number(character)
      return isShort && every > 0 && index % every === every - 1 && character.trim() !== ''
        ? number(character)
        : character
    })
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Comments and processing instructions, which are ignored. */
const ignorableMarkup = (choices: Choices): string =>
  choices.once(16) ? choices.pick(['<!-- an <aside> & more -->', '<?converter keep="1"?>', '<!---->']) : ''
