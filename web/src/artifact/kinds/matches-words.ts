/** Without case and accents. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replace(/\p{Diacritic}/gu, '')
        .toLowerCase()

/** Texts without accents, which are most, need no normalization: lists of thousands are searched at each key. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/**
 * Returns a test of whether each word that was typed begins a word of one of the texts, ignoring case and accents. The
 * typed words are prepared once for all texts.
 */
export function createWordMatcher(typed: string): (...candidates: readonly (string | undefined)[]) => boolean {
  const parts = fold(typed).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return () => true
  return (...candidates) => {
    const texts = candidates.map((text) => fold(text ?? ''))
    return parts.every((part) => texts.some((text) => hasWordAt(text, part)))
  }
}

/** Whether a word of the text begins with the part. */
function hasWordAt(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || separators.has(text.charAt(at - 1))) return true
  return false
}

const separators = new Set(' \t\n\r\u00a0\u202f._-/()[]')
