import { findUserByLogin } from '../../accounts/store/users.ts'
import { lockAgainstDeletion } from '../../artifacts/store/link-targets.ts'
import { repositoryPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { isPartOfCreation, parseCommit } from '../model/commit.ts'
import { summarizeCommitPaths } from '../model/commit-paths.ts'
import { parseReferences } from '../model/commit-references.ts'
import type { Repository } from '../model/repository.ts'
import { loadCommitChanges } from '../reads/load-commit-changes.ts'
import { resolveReferences } from '../reads/resolve-references.ts'
import { loadNotifications } from '../store/commit-notifications.ts'
import { addCommit, addReferences } from '../store/commits.ts'
import { enqueueCommitWebhooks } from './enqueue-commit-webhooks.ts'
import { notifyCommitJobKind } from './notify-commit.ts'

type Deps = Pick<CommandWorld, 'db' | 'clock' | 'repositories'>

/**
 * Records a commit: its references, and jobs for mails and webhooks, in one transaction. A second call does nothing. No
 * mails are sent for imported or old commits, and for the initial layout.
 */
export async function recordCommit(
  world: Deps,
  repository: Repository,
  revision: number,
  /** Whether it was just committed or recovered later. */
  when: 'now' | 'later',
): Promise<void> {
  const { id, directory } = repository
  if (directory === null || !Number.isSafeInteger(revision) || revision < 1) return
  const [info, paths] = await Promise.all([
    world.repositories.look(directory, ['info', '-r', `${revision}`]),
    loadCommitChanges(world, directory, revision).then(({ allPaths: all }) => summarizeCommitPaths(all)),
  ])
  const commit = parseCommit(info.toString().replaceAll('\0', ''), revision)
  await world.db.write(async (tx) => {
    const author = await findUserByLogin(tx, commit.author)
    if (!(await addCommit(tx, repositoryPermit, id, commit, { userId: author?.id ?? null, paths }))) return
    const leading = await resolveReferences(tx, repository, parseReferences(commit.message))
    // Concurrent deletions of an artifact wait for this transaction or came first.
    const lockedIds = new Set(
      await lockAgainstDeletion(
        tx,
        leading.flatMap(({ artifactId }) => artifactId ?? []),
      ),
    )
    const existing = leading.filter(({ artifactId }) => artifactId === null || lockedIds.has(artifactId))
    const rows = existing.map(({ reference: { keyword, project, value }, artifactId }) => ({
      revision,
      keyword,
      value: project === null ? value : `${project}:${value}`,
      artifactId,
    }))
    await addReferences(tx, repositoryPermit, id, rows)
    await enqueueCommitWebhooks(tx, world, repository, commit, when)
    const isOld = world.clock.now() - commit.committedOn > notifyWithinSeconds || isPartOfCreation(commit, repository)
    if (when === 'later' && isOld) return
    const notifications = await loadNotifications(tx, id)
    if (notifications.length > 0) await tx.enqueue(notifyCommitJobKind, { repository: id, revision })
  })
}

const notifyWithinSeconds = 86_400
