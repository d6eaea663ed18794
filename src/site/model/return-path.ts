/**
 * Where somebody goes after signing in: a path of our own pages, or the first page. What a browser would take for another
 * host (`//host`, `/\host`, a tab in between) is no path.
 */
export function safeReturnPath(text: string | null | undefined): string {
  if (text === null || text === undefined || text.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/'
  // It need not be ours: a path is a path whatever stands before it.
  const ours = 'http://here.invalid'
  if (text.includes('\\') || !URL.canParse(text, ours) || new URL(text, ours).origin !== ours) return '/'
  return text
}
