import type { ReadRights } from './access-file/read-rights.ts'

/** Changed and copied paths, with a leading slash and no trailing one. */
export interface CommitPaths {
  readonly paths: readonly string[]
  /** Directories with more changed paths than are listed. */
  readonly tops: readonly string[]
}

const maxPaths = 64
const maxCharacters = 8192

/** Summarizes changed paths: replaces the deepest ones with their directories until the list is short enough. */
export function summarizeCommitPaths(changed: Iterable<string>): CommitPaths {
  const paths = [...new Set(changed)]
  const depth = paths.reduce((deepest, path) => Math.max(deepest, pathDepth(path)), 0)
  for (let keptDepth = depth; keptDepth > 0; keptDepth--) {
    const notified = truncateToDepth(paths, keptDepth)
    if (fitsLimits(notified)) return notified
  }
  return paths.length === 0 ? { paths: [], tops: [] } : { paths: [], tops: ['/'] }
}

const pathDepth = (path: string): number => path.split('/').length - 1

function truncateToDepth(all: readonly string[], depth: number): CommitPaths {
  const [paths, tops] = [new Set<string>(), new Set<string>()]
  for (const path of all) {
    const segments = path.split('/')
    if (segments.length - 1 <= depth) paths.add(path)
    else tops.add(segments.slice(0, depth + 1).join('/'))
    if (paths.size + tops.size > maxPaths) break
  }
  return { paths: [...paths], tops: [...tops] }
}

function fitsLimits({ paths, tops }: CommitPaths): boolean {
  const all = [...paths, ...tops]
  return all.length <= maxPaths && all.reduce((sum, path) => sum + path.length, 0) <= maxCharacters
}

/** A commit may be read by users who may read all its paths; null: unrestricted users only. */
export function canReadCommit(rights: ReadRights, changed: CommitPaths | null): boolean {
  const { paths, tops } = changed ?? { paths: [], tops: ['/'] }
  return paths.every((path) => rights.canRead(path)) && tops.every((top) => rights.canReadBelow(top))
}
