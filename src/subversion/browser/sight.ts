import { rulePaths } from '../model/access-file/rule-paths.ts'
import type { CurrentAccessFile } from '../reads/current-access-file.ts'

/** What somebody sees of a repository; a path that is not seen is treated as if it were not there. */
export interface Sight {
  /** Whether nothing is hidden anywhere; if that is not easily known, it is not so. */
  readonly isClear: boolean
  sees(path: string): Promise<boolean>
  /** Of these, in their order, what is seen. */
  seen<Item>(items: readonly Item[], pathOf: (item: Item) => string): Promise<Item[]>
}

/** What `svnauthz accessof` says of a path: `r`, `rw` or `no`. */
export type AccessOf = (path: string) => Promise<string>

/** Answers that are remembered while one request lasts. */
const mostKept = 5000
/** Processes. */
const together = 4
/** Rules that are asked about before anything is looked at. */
const fewRules = 20

/**
 * By Subversion's own judgement of its access file. Where no rule names a path itself, what holds is what holds for the
 * next one above that a rule names: that one is asked about, once. Its answer about a path with everything below
 * (`accessof --recursive`) is of no use: in 1.14 it passes over what rules take away further down.
 */
export async function sightOf(current: CurrentAccessFile, repository: string, accessOf: AccessOf): Promise<Sight> {
  // Of a file that nobody could read nothing is in force but that nobody has access.
  const named = 'ok' in current ? rulePaths(current.ok.keys(), repository) : 'any'
  const known = new Map<string, Promise<boolean>>()
  const sees = (path: string): Promise<boolean> => {
    const decisive = named === 'any' ? path : decisivePath(path, named)
    const answer = known.get(decisive) ?? accessOf(decisive).then(isReading)
    if (known.size >= mostKept) known.clear()
    known.set(decisive, answer)
    return answer
  }
  const seen: Sight['seen'] = async (items, pathOf) => {
    const found: (typeof items)[number][] = []
    for (let at = 0; at < items.length; at += together) {
      const some = items.slice(at, at + together)
      const answers = await Promise.all(some.map((item) => sees(pathOf(item))))
      found.push(...some.filter((_, index) => answers[index]))
    }
    return found
  }
  const isAsked = named !== 'any' && named.size <= fewRules
  const deciding = isAsked ? [...new Set(['/', ...named])] : []
  const isClear = isAsked && (await seen(deciding, (path) => path)).length === deciding.length
  return { isClear, sees, seen }
}

const isReading = (access: string): boolean => access === 'r' || access === 'rw'

function decisivePath(path: string, named: ReadonlySet<string>): string {
  for (let at = path; at !== '/'; at = at.slice(0, at.lastIndexOf('/')) || '/') if (named.has(at)) return at
  return '/'
}
