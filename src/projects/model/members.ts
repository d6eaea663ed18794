import type { User } from '../../accounts/model/user.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { excludesRestrictedUsers, type Project } from './project.ts'

/** Throws when a restricted user is added to a project that excludes them (docs/api/user-groups.md §5). */
export function assertNoRestrictedUser(project: Project, added: readonly User[]): void {
  const restricted = added.find(({ status }) => status === 'R')
  if (restricted === undefined || !excludesRestrictedUsers(project)) return
  throw new Refusal(
    'invalid',
    message`Cannot add the restricted user #${restricted.id} to project #${project.id} because it does not allow restricted user`,
  )
}

/** docs/api/user-groups.md §5. */
export const createLastAdministratorRefusal = (project: ProjectId, user: UserId): Refusal =>
  new Refusal(
    'invalid',
    message`Cannot remove user #${user} as it is the last project administrator of project #${project}`,
  )
