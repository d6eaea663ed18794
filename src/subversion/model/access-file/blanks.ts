/** What the configuration format of Subversion takes for blank: no other character is trimmed, since a name may end with it. */
const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\v' || character === '\f'

/** Step by step: a pattern for blanks at an end begins anew at each one of a long row of them. */
export function trimEnd(text: string): string {
  let end = text.length
  while (isBlank(text[end - 1])) end -= 1
  return text.slice(0, end)
}

export function trim(text: string): string {
  let start = 0
  while (isBlank(text[start])) start += 1
  return trimEnd(text.slice(start))
}
