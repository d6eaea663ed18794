/**
 * Returns the initial directories of a repository (docs/api/subversion.md §2): ignores empty segments and dots, and
 * returns warnings for paths that leave the repository.
 */
export function planLayout(requested: readonly string[]): {
  readonly directories: readonly string[]
  readonly warnings: readonly string[]
} {
  const directories = new Set<string>()
  const warnings: string[] = []
  for (const path of requested) {
    const normal = normalizePath(path)
    if (normal === undefined) warnings.push(`The directory ${path.slice(0, maxPathLength)} is not valid`)
    else if (normal !== '') directories.add(normal)
  }
  // Nested directories are created with their parents.
  const inner = (directory: string): boolean => [...directories].some((other) => other.startsWith(`${directory}/`))
  return { directories: [...directories].filter((directory) => !inner(directory)), warnings }
}

/** All paths together must fit into the parameters of one program, percent-encoded. */
const maxPathLength = 1000

function normalizePath(path: string): string | undefined {
  if (path.length > maxPathLength) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of Subversion may have one
  if (/[\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return undefined
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}
