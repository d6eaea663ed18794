/** An address below `/svnplugin/`, taken apart (docs/api/subversion.md §2.3). */
export interface ServedAddress {
  readonly project: string
  readonly repository: string
  /** The whole path, encoded, as it may be passed on: nothing in it leads out of the repository. */
  readonly path: string
}

const name = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * undefined: nothing of ours. Dots that lead upwards are resolved here, written out or encoded, so that what is passed on
 * is what was looked at; slashes that hide in encoded form are not passed on at all. A backslash is a letter of a name,
 * and encoded one here and for Apache, which runs on no system that divides paths by it; written out it would divide
 * this one.
 */
export function readServedAddress(sent: string): ServedAddress | undefined {
  const before = sent.replace(/[?#].*$/s, '')
  if (!before.startsWith('/') || /%2f|%00|\\/i.test(before)) return undefined
  const path = URL.parse(`http://here${before}`)?.pathname
  const [, plugin, project = '', repository = ''] = path?.split('/') ?? []
  if (path === undefined || plugin !== 'svnplugin' || !name.test(project) || !name.test(repository)) return undefined
  return { project, repository, path }
}

/** What stands behind a `Destination` header: an address as above, whatever host the client believes us to be. */
export function readDestination(header: string): ServedAddress | undefined {
  const path = header.startsWith('/') ? header : /^https?:\/\/[^/?#]+(\/[^?#]*)/i.exec(header)?.[1]
  return path === undefined || path.startsWith('//') ? undefined : readServedAddress(path)
}
