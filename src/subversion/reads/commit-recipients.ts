import type { UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { membersOf } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { usersByEmails } from '../../platform/store/users.ts'
import { projectVerdict } from '../../projects/policy.ts'
import { projectOf } from '../../projects/store/projects.ts'
import type { CommitNotification, Repository } from '../model/repository.ts'

/**
 * Addresses with the accounts behind them: people who may see the project, each once, and addresses that are nobody's
 * here, as administrators wrote them (docs/api/subversion.md §2.4).
 */
export async function commitRecipients(
  world: Pick<World, 'db' | 'cache'>,
  { projectId }: Pick<Repository, 'projectId'>,
  notifications: readonly CommitNotification[],
): Promise<Map<string, UserId | null>> {
  const emails = [...new Set(notifications.flatMap((each) => each.emails))]
  const groups = [...new Set(notifications.flatMap((each) => each.groups))]
  const [members, owners] = await Promise.all([
    membersOf(world.db.read, { project: projectId, groups }),
    usersByEmails(world.db.read, emails),
  ])
  const people = [...notifications.flatMap((each) => each.users), ...[...members.values()].flat()]
  const recipients = new Map<string, UserId | null>()
  for (const id of new Set([...people, ...owners.map((owner) => owner.id)])) {
    const address = await addressOf(world, projectId, id)
    if (address !== undefined) recipients.set(address.toLowerCase(), id)
  }
  // An address of somebody with an account is his, and his rights count.
  const owned = new Set(owners.map(({ email }) => email.toLowerCase()))
  for (const email of emails) if (!owned.has(email.toLowerCase())) recipients.set(email.toLowerCase(), null)
  return recipients
}

/** Of an account that may see the project; undefined: nothing is sent. */
async function addressOf(
  world: Pick<World, 'db' | 'cache'>,
  projectId: Repository['projectId'],
  id: UserId,
): Promise<string | undefined> {
  const account = await accountOf(world, id)
  if (account === undefined || !canSignIn(account.user.status) || account.user.email === '') return undefined
  const verdict = projectVerdict(account.reading, await projectOf(world, projectId), await settingsOf(world))
  return verdict === 'yes' ? account.user.email : undefined
}
