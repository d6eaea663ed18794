import { foldText } from '../../kit/text/fold.ts'
import type { RichText } from '../model/field.ts'

/**
 * Returns the text for the search index: words without tags, case and accents. CommonMark is indexed as source. HTML is
 * handled fast rather than exactly, because the result is never shown.
 */
export const toSearchableText = ({ format, content }: RichText): string =>
  foldText(format === 'html' ? stripTags(content) : content).trim()

/** Returns the text of a search hit for display. */
export const toReadableText = ({ format, content }: RichText): string =>
  (format === 'html' ? stripTags(content) : content).trim()

// One pass: what a tag separates is no entity.
const stripTags = (html: string): string =>
  html.replaceAll(/<[^<>]*>|&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, readMarkup).replaceAll(/[ \t\u00a0]+/g, ' ')

/** Returns what a tag or an entity leaves in the text: an inline tag may be within a word. */
const readMarkup = (markup: string, decimal?: string, hexadecimal?: string, name?: string): string =>
  markup.startsWith('<') ? (isSeparator(markup) ? ' ' : '') : decodeEntity(markup, decimal, hexadecimal, name)

/** Elements that separate words: blocks, line breaks and pictures. */
const separators = new Set(
  [
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset',
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html img legend li main menu nav ol option p',
    'pre section select summary table tbody td tfoot th thead title tr ul',
  ].flatMap((line) => line.split(' ')),
)

function isSeparator(tag: string): boolean {
  const [, name = ''] = /^<\/?([a-z][a-z\d]*)/i.exec(tag) ?? []
  return separators.has(name.toLowerCase())
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  // NUL is no text to any database, and half a surrogate pair none to a text index.
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity
}
