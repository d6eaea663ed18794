import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { loadGroupMembers } from '../../accounts/store/groups.ts'
import { loadUsersByEmails } from '../../accounts/store/users.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { judgeProjectAccess } from '../../projects/policy.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { CommitNotification, Repository } from '../model/repository.ts'

/**
 * Returns email addresses with their accounts: users who may see the project, each once, and addresses without an
 * account as administrators entered them (docs/api/subversion.md §2.4).
 */
export async function loadCommitRecipients(
  world: Pick<World, 'db' | 'cache'>,
  { projectId }: Pick<Repository, 'projectId'>,
  notifications: readonly CommitNotification[],
): Promise<Map<string, UserId | null>> {
  const emails = [...new Set(notifications.flatMap((each) => each.emails))]
  const groups = [...new Set(notifications.flatMap((each) => each.groups))]
  const [members, owners] = await Promise.all([
    loadGroupMembers(world.db.read, { project: projectId, groups }),
    loadUsersByEmails(world.db.read, emails),
  ])
  const people = [...notifications.flatMap((each) => each.users), ...[...members.values()].flat()]
  const recipients = new Map<string, UserId | null>()
  for (const id of new Set([...people, ...owners.map((owner) => owner.id)])) {
    const address = await findEmailAddress(world, projectId, id)
    if (address !== undefined) recipients.set(address.toLowerCase(), id)
  }
  // The permissions of an account also apply to its address entered as text.
  const owned = new Set(owners.map(({ email }) => email.toLowerCase()))
  for (const email of emails) if (!owned.has(email.toLowerCase())) recipients.set(email.toLowerCase(), null)
  return recipients
}

/** Returns the address of an account that may see the project; undefined otherwise. */
async function findEmailAddress(
  world: Pick<World, 'db' | 'cache'>,
  projectId: Repository['projectId'],
  id: UserId,
): Promise<string | undefined> {
  const account = await findAccount(world, id)
  if (account === undefined || !canSignIn(account.user.status) || account.user.email === '') return undefined
  const verdict = judgeProjectAccess(
    account.reading,
    await getCachedProject(world, projectId),
    await getSettings(world),
  )
  return verdict === 'yes' ? account.user.email : undefined
}
