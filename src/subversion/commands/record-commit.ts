import { bumpCacheVersions } from '../../artifacts/store/cache-versions.ts'
import { lockAgainstDeletion } from '../../artifacts/store/link-targets.ts'
import type { World } from '../../kit/world.ts'
import { lookForUserByLogin } from '../../platform/store/users.ts'
import { commitIn } from '../model/commit.ts'
import { commitPathsOf } from '../model/commit-paths.ts'
import { referencesIn } from '../model/commit-references.ts'
import type { Repository } from '../model/repository.ts'
import { changedIn } from '../reads/changed-in.ts'
import { resolvedReferences } from '../reads/resolved-references.ts'
import { notificationsOf } from '../store/commit-notifications.ts'
import { addCommit, addReferences } from '../store/commits.ts'
import { tellOfCommitKind } from './tell-of-commit.ts'
import { tellWebhooksOfCommit } from './tell-webhooks-of-commit.ts'

type Needed = Pick<World, 'db' | 'clock' | 'jobs' | 'repositories'>

/**
 * Makes a commit known: what it refers to, and that people and webhooks are to be told, in one transaction. Whoever comes
 * second finds it done. People are told of nothing that came with the repository, or was made long ago.
 */
export async function recordCommit(
  world: Needed,
  repository: Repository,
  revision: number,
  /** Whether it was made just now, or is found later. */
  when: 'now' | 'later',
): Promise<void> {
  const { id, folder } = repository
  if (folder === null || !Number.isSafeInteger(revision) || revision < 1) return
  const [info, paths] = await Promise.all([
    world.repositories.look(folder, ['info', '-r', `${revision}`]),
    changedIn(world, folder, revision).then(({ all }) => commitPathsOf(all)),
  ])
  const commit = commitIn(info.toString().replaceAll('\0', ''), revision)
  await world.db.write(async (tx) => {
    const author = await lookForUserByLogin(tx, commit.author)
    if (!(await addCommit(tx, id, commit, { userId: author?.id ?? null, paths }))) return
    const leading = await resolvedReferences(tx, repository, referencesIn(commit.message))
    // Whoever deletes one of them waits for this, or was first.
    const held = new Set(
      await lockAgainstDeletion(
        tx,
        leading.flatMap(({ artifactId }) => artifactId ?? []),
      ),
    )
    const there = leading.filter(({ artifactId }) => artifactId === null || held.has(artifactId))
    const rows = there.map(({ reference: { keyword, project, value }, artifactId }) => ({
      revision,
      keyword,
      value: project === null ? value : `${project}:${value}`,
      artifactId,
    }))
    await addReferences(tx, id, rows)
    await bumpCacheVersions(tx, held)
    await tellWebhooksOfCommit(tx, world, repository, commit, when)
    const isOld = world.clock.now() - commit.committedOn > toldForSeconds || commit.committedOn < repository.createdOn
    if (when === 'later' && isOld) return
    const notifications = await notificationsOf(tx, id)
    if (notifications.length > 0) await world.jobs.enqueue(tx, tellOfCommitKind, { repository: id, revision })
  })
}

const toldForSeconds = 86_400
