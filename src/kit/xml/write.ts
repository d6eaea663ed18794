declare const markup: unique symbol

/** Text that is XML already. Only the functions below create it, so unescaped text cannot slip in. */
export type Markup = string & { readonly [markup]: true }

/** Attributes of a start tag; undefined ones are omitted. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** The first line of a document. */
export const declaration = toMarkup('<?xml version="1.0" encoding="UTF-8"?>\n')

/** Returns a whole element; one without content is closed in its start tag. */
export function buildElement(name: string, attributes: Attributes, ...content: readonly Markup[]): Markup {
  if (content.length === 0) return toMarkup(`<${startOf(name, attributes)}/>`)
  return toMarkup(`<${startOf(name, attributes)}>${content.join('')}</${name}>`)
}

/** Returns only the start tag, for an element too large to be held in memory; `closeTag` ends it. */
export function buildStartTag(name: string, attributes: Attributes = {}): Markup {
  return toMarkup(`<${startOf(name, attributes)}>`)
}

/** Returns the end tag for `buildStartTag`. */
export function closeTag(name: string): Markup {
  return toMarkup(`</${name}>`)
}

/** Escaped text. */
export function escapeText(value: string): Markup {
  return toMarkup(assertCharacters(value).replace(/[&<>"\r]/g, (character) => references[character] ?? character))
}

/** Text in a CDATA section. */
export function buildCdata(value: string): Markup {
  // Neither `]]>` nor a carriage return is allowed in a section, so it is closed and reopened around them.
  const inside = assertCharacters(value).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')
  return toMarkup(`<![CDATA[${inside}]]>`)
}

/** Returns whether an element or attribute may have this name; a colon would denote a namespace. */
export function isXmlName(name: string): boolean {
  return xmlName.test(name)
}

// XML 1.0 §2.3, without the colon.
const nameStart = String.raw`A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const xmlName = new RegExp(String.raw`^[${nameStart}][${nameStart}\-.0-9\xB7\u0300-\u036F\u203F\u2040]*$`, 'u')

// A parser turns a carriage return into a line feed, and in attributes both and the tab into a space.
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

function startOf(name: string, attributes: Attributes): string {
  let start = assertName(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    const escaped = assertCharacters(String(value)).replace(
      /[&<>"\r\n\t]/g,
      (character) => references[character] ?? character,
    )
    start += ` ${assertQualifiedName(key)}="${escaped}"`
  }
  return start
}

/** The name of an attribute may have a prefix, which the document declares. */
function assertQualifiedName(name: string): string {
  const parts = name.split(':')
  if (parts.length > 2) assertName(name)
  for (const part of parts) assertName(part)
  return name
}

function assertName(name: string): string {
  if (!isXmlName(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of an element or attribute`)
  return name
}

/**
 * Removes the characters that no XML 1.0 document may contain, not even escaped (§2.2), and halves of surrogate pairs.
 */
function assertCharacters(value: string): string {
  return value.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

function toMarkup(xml: string): Markup {
  // The only place where text becomes markup: each caller above has escaped it.
  return xml as Markup
}
