const maxLength = 300

/**
 * Returns the first line of an error message without what administrators of the site need not know: credentials, paths
 * and queries of URLs, paths of this machine, and texts that may be tokens.
 */
export function redactProblem(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const redacted = line
    .replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)([^\s"'<>]*)/gi, (_, scheme: string, rest: string) => scheme + shorten(rest))
    .replaceAll(/(?<![\w:/.…-])(?:~|[A-Z]:)?[\\/](?:[\w.@+-]+[\\/])+[\w.@+-]*/g, '…')
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replaceAll(/[\w+/=-]{24,}/g, (word) => (/\d/.test(word) ? '…' : word))
  return redacted.length > maxLength ? `${redacted.slice(0, maxLength - 1)}…` : redacted
}

/** Keeps the host of a URL. */
function shorten(rest: string): string {
  const host = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  return host.slice(host.lastIndexOf('@') + 1) + (host.length < rest.length ? '/…' : '')
}
