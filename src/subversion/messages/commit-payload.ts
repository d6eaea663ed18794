import { Refusal, type RefusalKind } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { World } from '../../world/model/world.ts'
import { loadCommitContext } from '../browser/commit-context.ts'
import { getCommit } from '../browser/history.ts'
import { checkRevision, openRepositoryBrowser } from '../browser/open-browser.ts'
import type { VisibleCommit } from '../model/browser-types.ts'
import type { Repository } from '../model/repository.ts'
import { getRepository } from '../reads/get-repository.ts'
import { representRepository } from '../representations/repository.ts'
import { representVisibleCommit } from '../representations/visible-commit.ts'

/** Imports may change hundreds of thousands of paths. */
const maxChanges = 500
/** In characters; only programs write longer messages. */
const maxMessageLength = 65_536

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'config' | 'repositories'>

/** Repository and revision of a commit. */
export interface CommitPlace {
  readonly repository: RepositoryId
  readonly revision: number
}

/** Builds the webhook payload of a commit with what `caller` may see; null: nothing. */
export async function buildCommitPayload(world: Deps, caller: Caller, place: CommitPlace): Promise<object | null> {
  const visibleCommit = await findVisibleCommit(world, caller, place)
  if (visibleCommit === null) return null
  const { commit, repository, project } = visibleCommit
  const viewer = { caller, ...(await renderLocale(world)) }
  const deps = await loadCommitContext(world, viewer, { id: repository.id, project }, [commit])
  const { post_processed_message: _page, ...notified } = representVisibleCommit(commit, deps)
  return {
    action: 'commit',
    repository: representRepository(repository, project, viewer),
    uri: `svn/${repository.id}/commits/${commit.revision}`,
    ...notified,
    message: notified.message === null ? null : notified.message.slice(0, maxMessageLength).toWellFormed(),
  }
}

/** Returns whether `caller` may still see everything in a payload. */
export async function canSeePayload(
  world: Deps,
  caller: Caller,
  place: CommitPlace,
  payload: object,
): Promise<boolean> {
  const visibleCommit = await findVisibleCommit(world, caller, place)
  if (visibleCommit === null) return false
  // Written only by this file.
  const content = payload as Pick<ReturnType<typeof representVisibleCommit>, 'message' | 'changed_paths'>
  if (content.message !== null && visibleCommit.commit.message === null) return false
  const visible = new Map(visibleCommit.commit.changes.map((change) => [change.path, change]))
  return content.changed_paths.every(({ path, copied_from: from }) => {
    const change = visible.get(path)
    return change !== undefined && (from === null || change.copiedFrom !== null)
  })
}

interface CommitWithRepository {
  readonly commit: VisibleCommit
  readonly repository: Repository
  readonly project: Project
}

async function findVisibleCommit(
  world: Deps,
  caller: Caller,
  { repository: id, revision }: CommitPlace,
): Promise<CommitWithRepository | null> {
  try {
    const { repository, project } = await getRepository(world, caller, id)
    const commit = await openRepositoryBrowser(world, caller, id, (browser) =>
      getCommit(browser, checkRevision(browser.youngest, revision), maxChanges),
    )
    return { commit, repository, project }
  } catch (problem) {
    if (problem instanceof Refusal && notVisibleKinds.has(problem.kind)) return null
    throw problem
  }
}

const notVisibleKinds: ReadonlySet<RefusalKind> = new Set(['absent', 'forbidden', 'unauthenticated'])
