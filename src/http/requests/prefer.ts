type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Returns whether the client states a preference (RFC 7240 §2). Names are case-insensitive, the first of several with
 * one name counts, parameters are ignored; `=false` negates it, because that is what a client that writes it means.
 */
export function hasPreference(headers: Headers, name: string): boolean {
  const header = headers['prefer'] ?? ''
  const list = typeof header === 'string' ? header : header.join(',')
  const stated = piecesOf(list, ',').map(preferenceOf)
  const value = stated.find((preference) => preference.name === name.toLowerCase())?.value
  return value !== undefined && value !== 'false' && value !== '0'
}

/** `name`, `name=value`, `name="value"; parameter=…`: no value and an empty one are equivalent. */
function preferenceOf(text: string): { readonly name: string; readonly value: string } {
  const [first = ''] = piecesOf(text, ';')
  const [name = '', ...rest] = first.split('=')
  const value = rest.join('=').trim()
  const isQuoted = value.startsWith('"')
  return { name: name.trim().toLowerCase(), value: isQuoted ? value.slice(1).replace(/"$/, '') : value }
}

/** Splits at a character outside of quotes; an unclosed quote extends to the end. */
function piecesOf(text: string, mark: ',' | ';'): readonly string[] {
  const piece = mark === ',' ? /(?:[^,"]|"(?:\\.?|[^"\\])*(?:"|$))+/gs : /(?:[^;"]|"(?:\\.?|[^"\\])*(?:"|$))+/gs
  return text.match(piece) ?? []
}
