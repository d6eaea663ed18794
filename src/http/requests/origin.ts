/** The parts of a request that contain its URL, as trusted proxies forward it. */
interface RequestHost {
  readonly host: string
  readonly protocol: string
}

// A name or an IP address with an optional port: nothing that could end a URL or begin a tag.
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns `https://tracker.example`, the beginning of absolute URLs in responses. The client writes the Host header: an
 * invalid one is replaced by the address of the server.
 */
export function getRequestOrigin(
  { host, protocol }: RequestHost,
  listening: { readonly host: string; readonly port: number },
): string {
  if (plainHost.test(host)) return `${protocol === 'https' ? 'https' : 'http'}://${host}`
  const name = listening.host.includes(':') ? `[${listening.host}]` : listening.host
  return `http://${name}:${listening.port}`
}
