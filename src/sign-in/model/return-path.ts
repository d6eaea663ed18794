/**
 * Returns the path of our own pages to open after the sign-in, or the start page. A text that browsers interpret as
 * another host (`//host`, `/\host`, a tab in between) is not a path.
 */
export function toSafeReturnPath(text: string | null | undefined): string {
  if (text === null || text === undefined || text.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/'
  // Any base: it only has to be the same origin after parsing.
  const base = 'http://here.invalid'
  if (text.includes('\\') || !URL.canParse(text, base) || new URL(text, base).origin !== base) return '/'
  return text
}
