const surrogateEscape = /\\u[dD][89a-fA-F]/

/**
 * Returns whether every string and key of a parsed JSON text is well-formed Unicode. Decoded UTF-8 always is, so only a
 * text with escapes of surrogates is searched: this runs on the body of every write.
 */
export const isWellFormedJson = (text: string, value: unknown): boolean =>
  !surrogateEscape.test(text) || isWellFormedThroughout(value)

/** Works level by level, without recursion: the depth of the input is not limited yet. */
function isWellFormedThroughout(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  while (level.length > 0) {
    if (!level.every((each) => typeof each !== 'string' || each.isWellFormed())) return false
    level = level.flatMap((each) => {
      if (typeof each !== 'object' || each === null) return []
      return Array.isArray(each) ? each : [...Object.keys(each), ...Object.values(each)]
    })
  }
  return true
}

/** Parses JSON; null when it is malformed, or when a string in it contains half of a surrogate pair. */
export function parseWellFormedJson(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return isWellFormedJson(text, value) ? { value } : null
  } catch {
    return null
  }
}

// JSON.stringify escapes exactly the surrogates without a partner; the backslash before the `u` is itself not escaped.
const loneSurrogate = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

/**
 * Serializes a value, with U+FFFD for halves of surrogate pairs that older versions stored: strict parsers reject the
 * whole response otherwise.
 */
export function stringifyWellFormed(value: object | string): string
export function stringifyWellFormed(value: unknown): string | undefined
export function stringifyWellFormed(value: unknown): string | undefined {
  const text: string | undefined = JSON.stringify(value)
  return text?.includes('\\ud') ? text.replace(loneSurrogate, '$1\ufffd') : text
}
