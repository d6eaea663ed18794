/**
 * A path within a repository in the one way it is written here: `/`, or `/trunk/file`. undefined: nothing can lie there,
 * such as above the top.
 */
export function repositoryPath(written: string): string | undefined {
  // Subversion has no names with control characters, and programs are given none.
  if (!written.isWellFormed() || /[^\P{Cc}\x80-\x9f]/u.test(written)) return undefined
  const segments = written.split('/').filter((segment) => segment !== '')
  return segments.some((segment) => segment === '.' || segment === '..') ? undefined : `/${segments.join('/')}`
}

export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const pathBelow = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

/**
 * What programs take for a path at a revision, `root` being the address of the repository: whatever a name holds, its
 * last `@` is the one put here.
 */
export function addressAt(root: string, path: string, revision: number): string {
  const rest = path === '/' ? '' : path.split('/').map(encodeURIComponent).join('/')
  return `${root}${rest}@${revision}`
}

/** The path behind such an address without its revision; `folder` is where the repository lies. */
export function pathOfAddress(address: string, folder: string): string | undefined {
  const place = decodeURIComponent(address.replace(/^file:\/\//, ''))
  if (place === folder) return '/'
  return place.startsWith(`${folder}/`) ? place.slice(folder.length) : undefined
}
