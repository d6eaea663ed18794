/** Splits a URL with several hosts, in the form of libpq, into one URL for each host. */
export function splitHosts(url: string): string[] {
  const [, start, hosts, rest] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${start}${host.trim()}${rest}`)
}
