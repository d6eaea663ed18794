import type { UserId } from '../../kit/ids.ts'
import { MailRefused } from '../../kit/mail-refused.ts'
import type { Mail } from '../../kit/ports.ts'
import type { JobHandler } from '../../kit/slice.ts'
import type { World } from '../../kit/world.ts'
import { loginKey } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { lookForUserByLogin } from '../../platform/store/users.ts'
import { projectOf } from '../../projects/store/projects.ts'
import { mailCommitKind } from '../commands/tell-of-commit.ts'
import { commitMessage } from '../commit-message.ts'
import { changedIn } from '../reads/changed-in.ts'
import { commitRecipients } from '../reads/commit-recipients.ts'
import { type CommitMailKey, endCommitMail, openCommitMail } from '../store/commit-mails.ts'
import { lookForCommit } from '../store/commits.ts'
import { lookForRepository } from '../store/repositories.ts'
import { toldOfCommit } from '../told-of-commit.ts'

const triedSeconds = 3 * 86_400

/** Writes one address about one commit. */
export const mailCommit: JobHandler = {
  kind: mailCommitKind,
  mostAtOnce: 2,
  async run(payload, world) {
    // Written by commands/tell-of-commit.ts.
    const key = payload as CommitMailKey
    const open = await openCommitMail(world.db.read, key)
    if (open === undefined || world.mail === null) return
    const problem = await sendOne(world, world.mail, key, open.userId).catch((cause: unknown) => {
      if (cause instanceof MailRefused) return cause.message
      if (world.clock.now() - open.createdOn > triedSeconds) return 'Given up: no server took it in three days'
      throw cause
    })
    const ending = problem === null ? { sentOn: world.clock.now() } : { problem }
    await world.db.write((tx) => endCommitMail(tx, key, ending))
  },
}

/** null: a server has it; else why there is nothing to send. */
async function sendOne(world: World, mail: Mail, key: CommitMailKey, user: UserId | null): Promise<string | null> {
  const { db } = world
  const repository = await lookForRepository(db.read, key.repository)
  const commit = await lookForCommit(db.read, key.repository, key.revision)
  const project = repository && (await projectOf(world, repository.projectId))
  if (repository === undefined || repository.folder === null || commit === undefined || project === undefined)
    return 'The repository is gone'
  // Rights may have gone since, and so may the account.
  const people = user === null ? [] : [user]
  const still = await commitRecipients(world, repository, [{ path: '/', emails: [], users: people, groups: [] }])
  if (user !== null && !still.has(key.address)) return 'The person may not see it any more'
  const changed = await changedIn(world, repository.folder, key.revision)
  const account = user === null ? null : await accountOf(world, user)
  if (account === undefined) return 'The person is gone'
  const seen =
    account === null
      ? // Of an address that is nobody's here access files say nothing: administrators wrote it down to be told.
        { changes: changed.changes, isWhole: true }
      : await toldOfCommit(world, { ...repository, folder: repository.folder }, changed, loginKey(account.user.login))
  if (seen.changes.length === 0 && !seen.isWhole) return 'The person may read nothing of it'
  const author = await lookForUserByLogin(db.read, commit.author)
  const told = { repository, project, commit, authorEmail: author?.email ?? null, ...seen }
  await mail.send(await commitMessage(world, told, { name: account?.user.realName ?? '', address: key.address }, mail))
  return null
}
