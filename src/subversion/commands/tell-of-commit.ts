import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { changedPathsIn, touchedDirectories } from '../model/commit.ts'
import { notificationsFor } from '../model/commit-recipients.ts'
import { commitRecipients } from '../reads/commit-recipients.ts'
import { addCommitMails } from '../store/commit-mails.ts'
import { notificationsOf } from '../store/commit-notifications.ts'
import { lookForRepository } from '../store/repositories.ts'

/** The job that finds out who is to be told of a commit, and the one that writes one of them. */
export const tellOfCommitKind = 'tell-of-commit'
export const mailCommitKind = 'mail-commit'

export interface CommitKey {
  readonly repository: RepositoryId
  readonly revision: number
}

/** One mail for each address, however often it is told (docs/api/subversion.md §2.4). */
export async function tellOfCommit(world: World, { repository: id, revision }: CommitKey): Promise<void> {
  const repository = await lookForRepository(world.db.read, id)
  if (world.mail === null || repository === undefined || repository.folder === null) return
  const changed = await world.repositories.look(repository.folder, ['changed', '-r', `${revision}`])
  const directories = touchedDirectories(changedPathsIn(changed.toString()))
  const heard = notificationsFor(await notificationsOf(world.db.read, id), directories)
  const recipients = await commitRecipients(world, repository, heard)
  await world.db.write(async (tx) => {
    const mails = await addCommitMails(tx, { repository: id, revision }, recipients, world.clock.now())
    await world.jobs.enqueueEach(tx, mailCommitKind, mails)
  })
}
