import { dynamicGroups, findDynamicGroup } from '../../accounts/model/groups.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { Bind } from '../model/field.ts'

type StaticGroups = ReadonlyMap<UserGroupId, StaticGroup>

const restId = /^(?:(\d{1,15})_)?(\d{1,15})$/

/** Whether the text is an id of a group, of any project. */
export const isGroupId = (input: string): boolean => restId.test(input.trim())

/** A group as values name it, `118_3`, `3` or `105`; undefined when it is malformed or of another project. */
export function parseGroupId(input: string, projectId?: ProjectId): UserGroupId | undefined {
  const parts = restId.exec(input.trim())
  if (parts === null) return undefined
  const [, project, group] = parts
  if (projectId !== undefined && project !== undefined && Number(project) !== projectId) return undefined
  // Untrusted id; validated by the lookup of the group.
  return Number(group) as UserGroupId
}

/** Returns the displayed name; undefined when the project has no such group. */
export const getGroupName = (id: UserGroupId, groups: StaticGroups): string | undefined =>
  findDynamicGroup(id)?.label ?? groups.get(id)?.name

/** Finds a group by short name, key or displayed name. */
export function findGroupByName(input: string, groups: StaticGroups): UserGroupId | undefined {
  const name = input.trim()
  const dynamic = dynamicGroups.find((each) => [each.shortName, each.key, each.label].includes(name))
  return dynamic?.id ?? [...groups.values()].find((each) => each.name === name)?.id
}

export const isGroupInBind = (id: UserGroupId, bind: Bind): boolean =>
  bind.kind === 'ugroups' && bind.values.some(({ groupId }) => groupId === id)
