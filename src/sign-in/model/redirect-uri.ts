const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether a host, as `URL` writes it, is the local machine (RFC 8252 §7.3). */
export const isLoopback = (hostname: string): boolean => loopbackHosts.has(hostname.toLowerCase())

/**
 * Returns whether an app may use a redirect URI (docs/api/oauth2.md §1; RFC 8252 §7.3 for loopback addresses): https
 * anywhere, http on the user's own machine; nothing that browsers could parse differently.
 */
export function isRedirectUri(text: string): boolean {
  // Printable ASCII without blank, quotes, angle brackets, backslash and the like (RFC 3986 §2), no fragment.
  if (text.length > 2000 || !/^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(text)) return false
  if (/^https:\/\/[^/?]/i.test(text)) return url.protocol === 'https:'
  return /^http:\/\/[^/?]/i.test(text) && url.protocol === 'http:' && isLoopback(url.hostname)
}

/**
 * Returns whether a redirect URI belongs to an app: exactly the registered one (RFC 9700 §2.1); for a public app on the
 * user's own machine with any port (RFC 8252 §7.3).
 */
export function isRedirectUriOf(
  app: { readonly redirectUri: string; readonly isConfidential: boolean },
  uri: string,
): boolean {
  if (uri === app.redirectUri) return true
  if (app.isConfidential) return false
  const [registered, requested] = [splitPort(app.redirectUri), splitPort(uri)]
  return registered !== undefined && requested !== undefined && registered === requested
}

/** Returns a loopback URL without its port; undefined when it is none. */
function splitPort(text: string): string | undefined {
  const match = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(text)
  if (match === null || Number(match[2] ?? 80) > 65_535 || !isRedirectUri(text)) return undefined
  return `${match[1]} ${match[3]}`
}
