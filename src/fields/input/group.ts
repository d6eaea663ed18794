import type { ProjectId, UserGroupId } from '../../kit/ids.ts'
import { dynamicGroup, dynamicGroups } from '../../platform/model/groups.ts'
import type { StaticGroup } from '../../platform/store/groups.ts'
import type { Bind } from '../field.ts'

type StaticGroups = ReadonlyMap<UserGroupId, StaticGroup>

const restId = /^(?:(\d{1,15})_)?(\d{1,15})$/

/** Whether it is an id of a group at all, of whatever project. */
export const isGroupId = (input: string): boolean => restId.test(input.trim())

/** A group as values name it, `118_3`, `3` or `105`; undefined when it is malformed or of another project. */
export function parseGroupId(input: string, projectId?: ProjectId): UserGroupId | undefined {
  const parts = restId.exec(input.trim())
  if (parts === null) return undefined
  const [, project, group] = parts
  if (projectId !== undefined && project !== undefined && Number(project) !== projectId) return undefined
  // An id from outside: it is looked for before it means anything.
  return Number(group) as UserGroupId
}

/** The name people see; undefined: the project has no such group. */
export const groupNameOf = (id: UserGroupId, groups: StaticGroups): string | undefined =>
  dynamicGroup(id)?.label ?? groups.get(id)?.name

/** By short name, key or the name people see. */
export function findGroupByName(input: string, groups: StaticGroups): UserGroupId | undefined {
  const name = input.trim()
  const dynamic = dynamicGroups.find((each) => [each.shortName, each.key, each.label].includes(name))
  return dynamic?.id ?? [...groups.values()].find((each) => each.name === name)?.id
}

export const isGroupInBind = (id: UserGroupId, bind: Bind): boolean =>
  bind.kind === 'ugroups' && bind.values.some(({ groupId }) => groupId === id)
