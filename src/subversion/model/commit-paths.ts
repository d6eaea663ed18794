import type { Rights } from './access-file/rights.ts'

/** What a commit changed and copied, each path with a slash in front and none at its end. */
export interface CommitPaths {
  readonly paths: readonly string[]
  /** Paths below which it changed more than is told one by one. */
  readonly tops: readonly string[]
}

const most = 64
const mostLetters = 8192

/** Whatever a commit changed, in a few words: what lies deepest is told by what lies above it, until it is little enough. */
export function commitPathsOf(changed: Iterable<string>): CommitPaths {
  const paths = [...new Set(changed)]
  const depth = paths.reduce((deepest, path) => Math.max(deepest, depthOf(path)), 0)
  for (let kept = depth; kept > 0; kept--) {
    const told = toldTo(paths, kept)
    if (isLittle(told)) return told
  }
  return paths.length === 0 ? { paths: [], tops: [] } : { paths: [], tops: ['/'] }
}

const depthOf = (path: string): number => path.split('/').length - 1

function toldTo(all: readonly string[], depth: number): CommitPaths {
  const [paths, tops] = [new Set<string>(), new Set<string>()]
  for (const path of all) {
    const segments = path.split('/')
    if (segments.length - 1 <= depth) paths.add(path)
    else tops.add(segments.slice(0, depth + 1).join('/'))
    if (paths.size + tops.size > most) break
  }
  return { paths: [...paths], tops: [...tops] }
}

function isLittle({ paths, tops }: CommitPaths): boolean {
  const all = [...paths, ...tops]
  return all.length <= most && all.reduce((sum, path) => sum + path.length, 0) <= mostLetters
}

/** A commit says something of all that it changed, so it is read by who reads all of that; null: of anything. */
export function readsCommit(rights: Rights, changed: CommitPaths | null): boolean {
  const { paths, tops } = changed ?? { paths: [], tops: ['/'] }
  return paths.every((path) => rights.reads(path)) && tops.every((top) => rights.readsBelow(top))
}
