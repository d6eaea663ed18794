const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host, as `URL` writes it, is this machine (RFC 8252 §7.3). */
export const isLoopback = (hostname: string): boolean => loopbackHosts.has(hostname.toLowerCase())

/**
 * Where an app may be answered (docs/api/oauth2.md §1; RFC 8252 §7.3 for loopback addresses): https anywhere, http on
 * the person's own machine; nothing that a browser and we could read differently.
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
 * Whether an app may be answered there: exactly the address it is registered with (RFC 9700 §2.1); a public one on the
 * person's own machine listens on whatever port is free (RFC 8252 §7.3).
 */
export function isRedirectUriOf(
  app: { readonly redirectUri: string; readonly isConfidential: boolean },
  sent: string,
): boolean {
  if (sent === app.redirectUri) return true
  if (app.isConfidential) return false
  const [registered, asked] = [splitPort(app.redirectUri), splitPort(sent)]
  return registered !== undefined && asked !== undefined && registered === asked
}

/** A loopback address without its port; undefined when it is none. */
function splitPort(text: string): string | undefined {
  const match = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(text)
  if (match === null || Number(match[2] ?? 80) > 65_535 || !isRedirectUri(text)) return undefined
  return `${match[1]} ${match[3]}`
}
