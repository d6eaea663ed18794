import type { ChangedPath } from './commit.ts'
import type { ImmutableTags } from './repository.ts'

/** The first change that a tag forbids (docs/api/subversion.md §2.1), without the holes of Tuleap. */
export function immutableProblem(changes: readonly ChangedPath[], tags: ImmutableTags): string | null {
  const paths = tags.paths.filter((path) => path.trim() !== '').map(segmentsOf)
  const whitelist = tags.whitelist.map(segmentsOf)
  const forbidden = changes.find(
    (change) => paths.some((path) => isForbidden(change, path)) && !isListed(change, whitelist),
  )
  return forbidden === undefined ? null : `Commit to tag \`${forbidden.path}\` is not allowed`
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/**
 * Whatever is below the path may be added right under it, and neither changed nor removed; so may not the path itself.
 */
function isForbidden({ action, path }: ChangedPath, immutable: readonly string[]): boolean {
  const segments = segmentsOf(path)
  if (action !== 'A') {
    // Who removes or replaces what is above takes the tags along.
    const isAbove =
      action === 'D' && segments.length < immutable.length && isWithin(segments, immutable.slice(0, segments.length))
    return isWithin(segments, immutable) || isAbove
  }
  return isWithin(segments, immutable) && segments.length >= immutable.length + 2
}

/** docs/api/subversion.md §2.1: the whitelist lets things be added, one level below its paths, and nothing else. */
function isListed({ action, path }: ChangedPath, whitelist: readonly (readonly string[])[]): boolean {
  const segments = segmentsOf(path)
  return action === 'A' && whitelist.some((each) => segments.length === each.length + 1 && isWithin(segments, each))
}

/** `*` stands for one segment. */
const isWithin = (segments: readonly string[], path: readonly string[]): boolean =>
  segments.length >= path.length && path.every((each, index) => each === '*' || each === segments[index])
