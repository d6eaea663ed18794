import type { ChangedPath } from './commit.ts'
import type { ImmutableTags } from './repository.ts'

/**
 * Returns the error for the first change that immutable tags forbid (docs/api/subversion.md §2.1), without the gaps of
 * Tuleap.
 */
export function validateImmutableTags(changes: readonly ChangedPath[], tags: ImmutableTags): string | null {
  const paths = tags.paths.filter((path) => path.trim() !== '').map(splitPath)
  const whitelist = tags.whitelist.map(splitPath)
  const forbidden = changes.find(
    (change) => paths.some((path) => isForbidden(change, path)) && !isListed(change, whitelist),
  )
  return forbidden === undefined ? null : `Commit to tag \`${forbidden.path}\` is not allowed`
}

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Entries may be added directly below the path, but not changed or removed; nor may the path itself. */
function isForbidden({ action, path }: ChangedPath, immutable: readonly string[]): boolean {
  const segments = splitPath(path)
  if (action !== 'A') {
    // Removing or replacing an ancestor affects the tags.
    const isAbove =
      action === 'D' && segments.length < immutable.length && isWithin(segments, immutable.slice(0, segments.length))
    return isWithin(segments, immutable) || isAbove
  }
  return isWithin(segments, immutable) && segments.length >= immutable.length + 2
}

/** docs/api/subversion.md §2.1: the whitelist allows additions one level below its paths, and nothing else. */
function isListed({ action, path }: ChangedPath, whitelist: readonly (readonly string[])[]): boolean {
  const segments = splitPath(path)
  return action === 'A' && whitelist.some((each) => segments.length === each.length + 1 && isWithin(segments, each))
}

/** `*` matches one segment. */
const isWithin = (segments: readonly string[], path: readonly string[]): boolean =>
  segments.length >= path.length && path.every((each, index) => each === '*' || each === segments[index])
