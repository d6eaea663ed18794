import { notificationPermit } from '../../kit/messages/system-permits.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { listTouchedDirectories, parseChangedPaths } from '../model/commit.ts'
import { filterMatchingNotifications } from '../model/commit-recipients.ts'
import { loadCommitRecipients } from '../reads/commit-recipients.ts'
import { addCommitMails, type CommitMailKey } from '../store/commit-mails.ts'
import { loadNotifications } from '../store/commit-notifications.ts'
import { findRepository } from '../store/repositories.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'notify-commit': CommitKey
    'mail-commit': CommitMailKey
  }
}

/** Kinds of the job that determines the recipients of a commit, and of the job that mails one of them. */
export const notifyCommitJobKind = 'notify-commit'
export const mailCommitJobKind = 'mail-commit'

export interface CommitKey {
  readonly repository: RepositoryId
  readonly revision: number
}

/** Enqueues one mail per address, even if several notifications match (docs/api/subversion.md §2.4). */
export async function notifyCommit(world: CommandWorld, { repository: id, revision }: CommitKey): Promise<void> {
  const repository = await findRepository(withReads(world).db.read, id)
  if (world.mail === null || repository === undefined || repository.directory === null) return
  const changed = await world.repositories.look(repository.directory, ['changed', '-r', `${revision}`])
  const directories = listTouchedDirectories(parseChangedPaths(changed.toString()))
  const heard = filterMatchingNotifications(await loadNotifications(withReads(world).db.read, id), directories)
  const recipients = await loadCommitRecipients(withReads(world), repository, heard)
  await world.db.write(async (tx) => {
    const mails = await addCommitMails(
      tx,
      notificationPermit,
      { repository: id, revision },
      recipients,
      world.clock.now(),
    )
    await tx.enqueueEach(mailCommitJobKind, mails)
  })
}
