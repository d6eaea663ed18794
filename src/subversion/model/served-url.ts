/** Parsed URL below `/svnplugin/` (docs/api/subversion.md §2.3). */
export interface ServedUrl {
  readonly project: string
  readonly repository: string
  /** Complete encoded path, safe to forward: it cannot leave the repository. */
  readonly path: string
}

const name = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Returns undefined for other URLs. Resolves `..` here, plain or encoded, so that the forwarded URL is the checked one;
 * rejects encoded slashes. A backslash is an ordinary character of names; it is encoded for Apache and rejected if
 * unencoded, because URL parsers treat it as a slash.
 */
export function parseServedUrl(input: string): ServedUrl | undefined {
  const before = input.replace(/[?#].*$/s, '')
  if (!before.startsWith('/') || /%2f|%00|\\/i.test(before)) return undefined
  const path = URL.parse(`http://here${before}`)?.pathname
  const [, plugin, project = '', repository = ''] = path?.split('/') ?? []
  if (path === undefined || plugin !== 'svnplugin' || !name.test(project) || !name.test(repository)) return undefined
  return { project, repository, path }
}

/** Parses a `Destination` header: such a URL on any host. */
export function parseDestination(header: string): ServedUrl | undefined {
  const path = header.startsWith('/') ? header : /^https?:\/\/[^/?#]+(\/[^?#]*)/i.exec(header)?.[1]
  return path === undefined || path.startsWith('//') ? undefined : parseServedUrl(path)
}
