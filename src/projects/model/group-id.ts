import { isStaticGroup, isSystemGroup } from '../../accounts/model/groups.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { limitId, type ProjectId, type UserGroupId } from '../../kit/values/ids.ts'

/** The id of a user group in a URL: `101_3`, `109`, `2`. */
export interface GroupPath {
  readonly project: ProjectId | null
  readonly group: UserGroupId
}

/** A group of a project, whether the caller may see it or not. */
export interface ProjectGroup {
  readonly id: UserGroupId
  readonly projectId: ProjectId
}

/**
 * Parses the id of a user group (docs/api/user-groups.md §3): a system group has no project, a dynamic one always has,
 * a static one may.
 */
export function parseGroupId(text: string): GroupPath {
  const parts = /^(?:(\d+)_)?(\d+)$/.exec(text)
  if (parts === null) throw malformed(text)
  // Untrusted ids; validated by the lookups that follow.
  const group = limitId(Number(parts[2])) as UserGroupId
  const project = parts[1] === undefined ? null : (limitId(Number(parts[1])) as ProjectId)
  if (isSystemGroup(group)) {
    if (project !== null) throw malformed(text)
  } else if (project === null && !isStaticGroup(group)) {
    throw new Refusal('invalid', message`Invalid ID for user group ('${text}'), format must be: projectId_ugroupId`)
  }
  return { project, group }
}

const malformed = (text: string): Refusal => new Refusal('invalid', message`Invalid ID format(${text})`)
