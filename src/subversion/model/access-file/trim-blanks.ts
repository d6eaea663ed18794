/** Blanks of Subversion's configuration format: no other character is trimmed, since names may end with it. */
const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\v' || character === '\f'

/** Loops instead of a pattern: a pattern for trailing blanks is quadratic on long runs of blanks. */
export function trimEnd(text: string): string {
  let end = text.length
  while (isBlank(text[end - 1])) end -= 1
  return text.slice(0, end)
}

export function trimBlanks(text: string): string {
  let start = 0
  while (isBlank(text[start])) start += 1
  return trimEnd(text.slice(start))
}
