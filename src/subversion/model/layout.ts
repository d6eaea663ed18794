/**
 * The folders that a new repository begins with, as they were wished for (docs/api/subversion.md §2): empty segments
 * and dots are passed over, and what would lead out of the repository is warned of.
 */
export function layoutOf(wanted: readonly string[]): {
  readonly folders: readonly string[]
  readonly warnings: readonly string[]
} {
  const folders = new Set<string>()
  const warnings: string[] = []
  for (const path of wanted) {
    const normal = normalized(path)
    if (normal === undefined) warnings.push(`The directory ${path} is not valid`)
    else if (normal !== '') folders.add(normal)
  }
  // A folder within another one that is wished for as well is made with it.
  const inner = (folder: string): boolean => [...folders].some((other) => other.startsWith(`${folder}/`))
  return { folders: [...folders].filter((folder) => !inner(folder)), warnings }
}

function normalized(path: string): string | undefined {
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
