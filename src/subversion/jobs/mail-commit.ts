import { normalizeLogin } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { findUserByLogin } from '../../accounts/store/users.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import { MailRefused } from '../../kit/network/mail-refused.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { Mail } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { filterCommitForLogin } from '../commands/commit-notification.ts'
import { mailCommitJobKind } from '../commands/notify-commit.ts'
import { buildCommitMessage } from '../messages/commit-message.ts'
import { loadCommitRecipients } from '../reads/commit-recipients.ts'
import { loadCommitChanges } from '../reads/load-commit-changes.ts'
import { type CommitMailKey, endCommitMail, findOpenCommitMail } from '../store/commit-mails.ts'
import { findCommit } from '../store/commits.ts'
import { findRepository } from '../store/repositories.ts'

const retrySeconds = 3 * 86_400

/** Mails one address about one commit. */
export const mailCommit: JobHandler = {
  kind: mailCommitJobKind,
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/notify-commit.ts.
    const key = payload as CommitMailKey
    const open = await findOpenCommitMail(world.db.read, key)
    if (open === undefined || world.mail === null) return
    const problem = await sendOneMail(world, world.mail, key, open.userId).catch((cause: unknown) => {
      if (cause instanceof MailRefused) return cause.message
      if (world.clock.now() - open.createdOn > retrySeconds)
        return 'Given up: no mail server accepted it within three days'
      throw cause
    })
    const ending = problem === null ? { sentOn: world.clock.now() } : { problem }
    await world.db.write((tx) => endCommitMail(tx, notificationPermit, key, ending))
  },
}

/** Returns null when a mail server accepted the mail, otherwise the reason why nothing was sent. */
async function sendOneMail(world: World, mail: Mail, key: CommitMailKey, user: UserId | null): Promise<string | null> {
  const { db } = world
  const repository = await findRepository(db.read, key.repository)
  const commit = await findCommit(db.read, key.repository, key.revision)
  const project = repository && (await getCachedProject(world, repository.projectId))
  if (repository === undefined || repository.directory === null || commit === undefined || project === undefined)
    return 'The repository was deleted'
  // Permissions may have been revoked and the account deleted in the meantime.
  const people = user === null ? [] : [user]
  const still = await loadCommitRecipients(world, repository, [{ path: '/', emails: [], users: people, groups: [] }])
  if (user !== null && !still.has(key.email)) return 'The user may no longer see it'
  const changed = await loadCommitChanges(world, repository.directory, key.revision)
  const account = user === null ? null : await findAccount(world, user)
  if (account === undefined) return 'The account was deleted'
  const visible =
    account === null
      ? // Access files do not apply to addresses without an account: administrators entered them on purpose.
        { changes: changed.changes, isWhole: true }
      : await filterCommitForLogin(
          world,
          { ...repository, directory: repository.directory },
          changed,
          normalizeLogin(account.user.login),
        )
  if (visible.changes.length === 0 && !visible.isWhole) return 'The user may not read any of its paths'
  const author = await findUserByLogin(db.read, commit.author)
  const notified = { repository, project, commit, authorEmail: author?.email ?? null, ...visible }
  await mail.send(
    await buildCommitMessage(world, notified, { name: account?.user.realName ?? '', address: key.email }, mail),
  )
  return null
}
