/** Normalizes a repository path to `/` or `/trunk/file`. undefined: invalid, such as above the root. */
export function parseRepositoryPath(text: string): string | undefined {
  // Subversion rejects control characters in names; programs must not receive them.
  if (!text.isWellFormed() || /[^\P{Cc}\x80-\x9f]/u.test(text)) return undefined
  const segments = text.split('/').filter((segment) => segment !== '')
  return segments.some((segment) => segment === '.' || segment === '..') ? undefined : `/${segments.join('/')}`
}

export const getLastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const joinPath = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`

/**
 * Returns the path with a peg revision, `root` being the URL of the repository: the `@` added here is always the last
 * one.
 */
export function buildRepositoryUrl(root: string, path: string, revision: number): string {
  const rest = path === '/' ? '' : path.split('/').map(encodeURIComponent).join('/')
  return `${root}${rest}@${revision}`
}

/** Returns the path of such a URL without revision; `directory` is the directory of the repository. */
export function parseRepositoryUrl(address: string, directory: string): string | undefined {
  const place = decodeURIComponent(address.replace(/^file:\/\//, ''))
  if (place === directory) return '/'
  return place.startsWith(`${directory}/`) ? place.slice(directory.length) : undefined
}
