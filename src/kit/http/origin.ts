/** What a request says of the address it came to, from trusted proxies as they forward it. */
interface RequestHost {
  readonly host: string
  readonly protocol: string
}

// A name or an address with an optional port: nothing that would end an address or begin a tag.
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * `https://tracker.example`, the beginning of absolute addresses in answers. The client writes the Host header itself: one
 * that is no host is not repeated, the address we listen on stands in for it.
 */
export function requestOrigin(
  { host, protocol }: RequestHost,
  listening: { readonly host: string; readonly port: number },
): string {
  if (plainHost.test(host)) return `${protocol === 'https' ? 'https' : 'http'}://${host}`
  const name = listening.host.includes(':') ? `[${listening.host}]` : listening.host
  return `http://${name}:${listening.port}`
}
