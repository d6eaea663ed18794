import type { Caller } from '../kit/caller.ts'
import type { RepositoryId } from '../kit/ids.ts'
import { Refusal, type RefusalKind } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import { standpointOf } from '../platform/reads/standpoint.ts'
import type { Project } from '../projects/model/project.ts'
import { commitGround } from './browser/commit-ground.ts'
import { commitAt } from './browser/history.ts'
import { knownRevision, lookInto } from './browser/open-browser.ts'
import type { SeenCommit } from './model/committed.ts'
import type { Repository } from './model/repository.ts'
import { findRepository } from './reads/find-repository.ts'
import { representRepository } from './representations/repository.ts'
import { representSeenCommit } from './representations/seen-commit.ts'

/** Imports change hundreds of thousands of paths. */
const mostChanges = 500
/** Letters: nobody writes more, but a program may. */
const longestMessage = 65_536

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'config' | 'repositories'>

/** A commit, by its repository and revision. */
export interface CommitPlace {
  readonly repository: RepositoryId
  readonly revision: number
}

/** What a webhook is told of a commit, as far as `caller` may see it; null: nothing. */
export async function commitPayload(world: Needed, caller: Caller, place: CommitPlace): Promise<object | null> {
  const found = await seenBy(world, caller, place)
  if (found === null) return null
  const { commit, repository, project } = found
  const viewer = { caller, ...(await standpointOf(world)) }
  const ground = await commitGround(world, viewer, { id: repository.id, project }, [commit])
  const { post_processed_message: _page, ...told } = representSeenCommit(commit, ground)
  return {
    action: 'commit',
    repository: representRepository(repository, project, viewer),
    uri: `svn/${repository.id}/commits/${commit.revision}`,
    ...told,
    message: told.message === null ? null : told.message.slice(0, longestMessage).toWellFormed(),
  }
}

/** Whether a payload says nothing that is hidden from `caller` by now. */
export async function seesAllOf(world: Needed, caller: Caller, place: CommitPlace, payload: object): Promise<boolean> {
  const found = await seenBy(world, caller, place)
  if (found === null) return false
  // Made by this file.
  const said = payload as Pick<ReturnType<typeof representSeenCommit>, 'message' | 'changed_paths'>
  if (said.message !== null && found.commit.message === null) return false
  const seen = new Map(found.commit.changes.map((change) => [change.path, change]))
  return said.changed_paths.every(({ path, copied_from: from }) => {
    const change = seen.get(path)
    return change !== undefined && (from === null || change.copiedFrom !== null)
  })
}

interface Seen {
  readonly commit: SeenCommit
  readonly repository: Repository
  readonly project: Project
}

async function seenBy(world: Needed, caller: Caller, { repository: id, revision }: CommitPlace): Promise<Seen | null> {
  try {
    const { repository, project } = await findRepository(world, caller, id)
    const commit = await lookInto(world, caller, id, (browser) =>
      commitAt(browser, knownRevision(browser.youngest, revision), mostChanges),
    )
    return { commit, repository, project }
  } catch (problem) {
    if (problem instanceof Refusal && hides.has(problem.kind)) return null
    throw problem
  }
}

const hides: ReadonlySet<RefusalKind> = new Set(['absent', 'forbidden', 'unauthenticated'])
