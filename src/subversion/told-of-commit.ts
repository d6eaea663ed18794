import type { World } from '../kit/world.ts'
import { accessOf } from './browser/access-of.ts'
import { sightOf } from './browser/sight.ts'
import { bringAccessFileUpToDate } from './commands/bring-access-file-up-to-date.ts'
import { type ChangedPath, rootedPath } from './model/commit.ts'
import type { Repository } from './model/repository.ts'
import type { Changed } from './reads/changed-in.ts'
import { currentAccessFile } from './reads/current-access-file.ts'
import { rightsIn } from './reads/readable-commits.ts'

/** What somebody is told of a commit. */
export interface ToldOfCommit {
  readonly changes: readonly ChangedPath[]
  /** Whether nothing of it is hidden; otherwise its message is, which may name the rest. */
  readonly isWhole: boolean
}

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>

/** By the access file, as it is in force at this moment; `login` in lower case. */
export async function toldOfCommit(
  world: Needed,
  repository: Repository & { readonly folder: string },
  { changes, all }: Changed,
  login: string,
): Promise<ToldOfCommit> {
  const rights = await rightsIn(world, repository, login)
  const seen = rights.isExact
    ? new Set(all.filter((path) => rights.reads(path)))
    : await seenByPatterns(world, repository, all, login)
  return {
    changes: changes.filter(({ path }) => seen.has(rootedPath(path))),
    isWhole: all.every((path) => seen.has(path)),
  }
}

/** Each of these costs a process; what comes after them is taken for hidden. */
const mostAsked = 200

async function seenByPatterns(
  world: Needed,
  repository: Repository & { readonly folder: string },
  paths: readonly string[],
  login: string,
): Promise<ReadonlySet<string>> {
  await bringAccessFileUpToDate(world, repository)
  const current = await currentAccessFile(world, repository)
  const sight = await sightOf(current, repository.name, accessOf(world, repository, login))
  return new Set(await sight.seen([...new Set(paths)].slice(0, mostAsked), (path) => path))
}
