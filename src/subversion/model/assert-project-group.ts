import { findDynamicGroup, group, isStaticGroup } from '../../accounts/model/groups.ts'
import type { Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { GroupPath } from '../../projects/model/group-id.ts'

/**
 * docs/api/subversion.md §1.6: accepts static groups of the project, its members and its administrators; throws
 * `otherwise` for other dynamic groups.
 */
export function assertProjectGroup(
  { group: id, project }: GroupPath,
  projectId: ProjectId,
  knownGroups: ReadonlyMap<UserGroupId, { readonly projectId: ProjectId }>,
  otherwise: Message,
): void {
  const staticGroup = knownGroups.get(id)
  if (isStaticGroup(id)) {
    if (staticGroup === undefined) throw new Refusal('absent', 'User Group does not exist')
    if (project !== null && project !== staticGroup.projectId)
      throw new Refusal('absent', 'User Group does not exist in project')
  } else if (id !== group.members && id !== group.administrators) {
    if (findDynamicGroup(id) === undefined) throw new Refusal('absent', 'User Group does not exist')
    throw new Refusal('invalid', otherwise)
  }
  if ((staticGroup?.projectId ?? project) !== projectId)
    throw new Refusal('invalid', "You can't add a user group from a different project")
}
