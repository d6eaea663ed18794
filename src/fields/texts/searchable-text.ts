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

const stripTags = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, decodeEntity)
    .replaceAll(/[ \t\u00a0]+/g, ' ')

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  // NUL is no text to any database, and half a surrogate pair none to a text index.
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity
}
