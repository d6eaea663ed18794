import { splitHosts } from '../../kit/text/split-hosts.ts'

/** Returns a URL with several hosts as that of the primary only, for programs that need one host. */
export async function findPrimaryUrl(url: string): Promise<string> {
  if (splitHosts(url).length === 1) return url
  // The driver is loaded only where it is used.
  const [{ createHosts }, { probeDatabase }] = await Promise.all([
    import('./postgres-hosts.ts'),
    import('./postgres-session.ts'),
  ])
  const hosts = createHosts(url, (each) => probeDatabase(each, 'primary'))
  await hosts.locate()
  return hosts.url
}
