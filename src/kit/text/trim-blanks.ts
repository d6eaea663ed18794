const blanks = ' \t\r\n\v'

/**
 * Returns a text without blanks, tabs and line breaks at its ends; unlike `trim`, it keeps other white space, such as
 * a no-break space, which a writer entered on purpose.
 */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && blanks.includes(text.charAt(start))) start++
  while (end > start && blanks.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
