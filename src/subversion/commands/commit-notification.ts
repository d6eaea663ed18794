import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { createPathVisibility } from '../browser/path-visibility.ts'
import { queryAccess } from '../browser/query-access.ts'
import { type ChangedPath, toRootedPath } from '../model/commit.ts'
import type { Repository } from '../model/repository.ts'
import { loadCurrentAccessFile } from '../reads/current-access-file.ts'
import type { CommitChanges } from '../reads/load-commit-changes.ts'
import { loadReadRights } from '../reads/readable-commits.ts'
import { syncAccessFile } from './sync-access-file.ts'

/** The part of a commit that a recipient may see. */
export interface NotifiedCommit {
  readonly changes: readonly ChangedPath[]
  /** false: some changes are hidden, and so is the message, which may mention them. */
  readonly isWhole: boolean
}

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>

/** Filters a commit by the active access file; `login` in lower case. */
export async function filterCommitForLogin(
  world: Deps,
  repository: Repository & { readonly directory: string },
  { changes, allPaths: all }: CommitChanges,
  login: string,
): Promise<NotifiedCommit> {
  const rights = await loadReadRights(withReads(world), repository, login)
  const visible = rights.isExact
    ? new Set(all.filter((path) => rights.canRead(path)))
    : await filterByPatterns(world, repository, all, login)
  return {
    changes: changes.filter(({ path }) => visible.has(toRootedPath(path))),
    isWhole: all.every((path) => visible.has(path)),
  }
}

/** Each query costs a process; further paths count as hidden. */
const maxQueriedPaths = 200

async function filterByPatterns(
  world: Deps,
  repository: Repository & { readonly directory: string },
  paths: readonly string[],
  login: string,
): Promise<ReadonlySet<string>> {
  await syncAccessFile(world, repository)
  const current = await loadCurrentAccessFile(withReads(world), repository)
  const visibility = await createPathVisibility(current, repository.name, queryAccess(world, repository, login))
  return new Set(await visibility.filterVisible([...new Set(paths)].slice(0, maxQueriedPaths), (path) => path))
}
