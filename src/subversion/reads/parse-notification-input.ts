import { canSignIn } from '../../accounts/model/user.ts'
import { loadGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { parseGroupId } from '../../projects/model/group-id.ts'
import { assertProjectGroup } from '../model/assert-project-group.ts'
import type { CommitNotification } from '../model/repository.ts'
import { assertValidNotifications, type NotificationInput } from '../model/settings-input.ts'

/**
 * Validates that the users and groups exist (docs/api/subversion.md §1.6). `stored`: what the repository has already,
 * whose recipients are accepted as they are.
 */
export async function parseNotificationInput(
  db: Reader,
  projectId: ProjectId,
  input: readonly NotificationInput[],
  stored: readonly CommitNotification[] = [],
): Promise<CommitNotification[]> {
  assertValidNotifications(input, new Set(stored.flatMap(({ emails }) => emails)))
  await assertUsersExist(db, input, new Set(stored.flatMap(({ users }) => users)))
  const addresses = input.map((each) => [...new Set(each.user_groups)].map(parseGroupId))
  const knownGroups = await loadGroups(
    db,
    addresses.flat().map((address) => address.group),
  )
  for (const address of addresses.flat()) assertProjectGroup(address, projectId, knownGroups, unsupportedGroup)
  return input.map(({ path, emails, users }, index) => ({
    path,
    emails,
    users: [...new Set(users)],
    groups: [...new Set(addresses[index]?.map((address) => address.group))],
  }))
}

async function assertUsersExist(
  db: Reader,
  input: readonly NotificationInput[],
  stored: ReadonlySet<UserId>,
): Promise<void> {
  const ids = input.flatMap(({ users }) => users).filter((id) => !stored.has(id))
  const users = await loadUsers(db, [...new Set(ids)])
  for (const id of ids) {
    const user = users.get(id)
    if (user === undefined) throw new Refusal('invalid', message`User ${id} not found`)
    if (!canSignIn(user.status)) throw new Refusal('invalid', message`User ${id} is neither active nor restricted.`)
  }
}

const unsupportedGroup = message`Notifications cannot be sent to user groups Anonymous Authenticated and Registered`
