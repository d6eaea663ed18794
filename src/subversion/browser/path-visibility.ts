import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { findRulePaths } from '../model/access-file/rule-paths.ts'
import type { CurrentAccessFile } from '../reads/current-access-file.ts'

/** Visibility of paths of a repository for one user; hidden paths are treated as missing. */
export interface PathVisibility {
  /** Whether nothing is hidden; false if that is expensive to determine. */
  readonly isUnrestricted: boolean
  canSee(path: string): Promise<boolean>
  /** Returns the visible ones, in the same order. */
  filterVisible<Item>(items: readonly Item[], pathOf: (item: Item) => string): Promise<Item[]>
}

/** Returns the output of `svnauthz accessof` for a path: `r`, `rw` or `no`. */
export type QueryAccess = (path: string) => Promise<string>

/** Maximum number of cached answers per request. */
const maxCachedAnswers = 5000
/** Maximum number of concurrent processes. */
const maxProcesses = 4
/** Maximum number of rules that are queried in advance. */
const maxPrefetchedRules = 20

/**
 * Uses Subversion's own evaluation of its access file. A path without a rule of its own has the access of its nearest
 * ancestor with one, which is queried once. The recursive query (`accessof --recursive`) does not help: 1.14 ignores
 * restrictions further down.
 */
export async function createPathVisibility(
  current: CurrentAccessFile,
  repository: string,
  accessOf: QueryAccess,
): Promise<PathVisibility> {
  // An unreadable access file denies all access.
  const rulePaths = 'ok' in current ? findRulePaths(current.ok.keys(), repository) : 'any'
  const answerByPath = new Map<string, Promise<boolean>>()
  const sees = (path: string): Promise<boolean> => {
    const decisive = rulePaths === 'any' ? path : decisivePath(path, rulePaths)
    const answer = answerByPath.get(decisive) ?? accessOf(decisive).then(grantsRead)
    if (answerByPath.size >= maxCachedAnswers) answerByPath.clear()
    answerByPath.set(decisive, answer)
    return answer
  }
  const visible: PathVisibility['filterVisible'] = async (items, pathOf) => {
    const visibleItems: (typeof items)[number][] = []
    for (const batch of splitIntoBatches(items, maxProcesses)) {
      const answers = await Promise.all(batch.map((item) => sees(pathOf(item))))
      visibleItems.push(...batch.filter((_, index) => answers[index]))
    }
    return visibleItems
  }
  const isAsked = rulePaths !== 'any' && rulePaths.size <= maxPrefetchedRules
  const deciding = isAsked ? [...new Set(['/', ...rulePaths])] : []
  const isClear = isAsked && (await visible(deciding, (path) => path)).length === deciding.length
  return { isUnrestricted: isClear, canSee: sees, filterVisible: visible }
}

const grantsRead = (access: string): boolean => access === 'r' || access === 'rw'

function decisivePath(path: string, rulePaths: ReadonlySet<string>): string {
  for (let at = path; at !== '/'; at = at.slice(0, at.lastIndexOf('/')) || '/') if (rulePaths.has(at)) return at
  return '/'
}
