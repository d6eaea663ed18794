const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether each word that was typed begins a word of one of the texts, ignoring case and accents. */
export function matchesWords(typed: string, ...candidates: readonly (string | undefined)[]): boolean {
  const parts = fold(typed).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return true
  const begun = candidates.flatMap((text) => (text === undefined ? [] : fold(text).split(/[\s._\-/()[\]]+/)))
  const whole = candidates.map((text) => fold(text ?? ''))
  return parts.every(
    (part) => begun.some((word) => word.startsWith(part)) || whole.some((text) => text.startsWith(part)),
  )
}
