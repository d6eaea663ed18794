import { fold } from './fold.ts'

/**
 * Returns a test of whether each word that was typed begins a word of one of the folded texts. The typed words are
 * prepared once for all texts.
 */
export function createWordMatcher(query: string): (texts: readonly string[]) => boolean {
  const parts = fold(query).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return () => true
  return (texts) => parts.every((part) => texts.some((text) => hasWordAt(text, part)))
}

/** Whether a word of the text begins with the part. */
function hasWordAt(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || separators.has(text.charAt(at - 1))) return true
  return false
}

const separators = new Set(' \t\n\r\u00a0\u202f._-/()[]')
