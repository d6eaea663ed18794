/** Finds the fault of a redirect URL while it is typed; the server decides. */
export type RedirectUrlFault = 'address' | 'characters' | 'fragment' | 'user' | 'secure'

const own = new Set(['localhost', '127.0.0.1', '[::1]'])

export function findRedirectUrlFault(text: string): RedirectUrlFault | undefined {
  if (text.includes('#')) return 'fragment'
  const url = URL.parse(text)
  if (url === null || !/^[a-z][a-z\d+.-]*:\/\/[^/?]/i.test(text)) return 'address'
  if (!/^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/.test(text)) return 'characters'
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return 'user'
  const isOwn = url.protocol === 'http:' && own.has(url.hostname)
  return url.protocol === 'https:' || isOwn ? undefined : 'secure'
}
