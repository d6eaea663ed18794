import { dynamicGroups, findDynamicGroup, isStaticGroup, isSystemGroup } from '../../accounts/model/groups.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import { message } from '../../kit/messages/message.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { GroupInput } from './group-input.ts'
import type { Problems } from './problems.ts'

/** Returns the group of a project; undefined when it does not exist. */
export type ResolveGroup = (input: GroupInput) => UserGroupId | undefined

/** Resolves groups by REST id, and those of other projects by short name (docs/api/trackers.md §3.2). */
export function createGroupResolver(projectId: ProjectId, groups: readonly StaticGroup[]): ResolveGroup {
  const groupIds = new Set(groups.map(({ id }) => id))
  const byName = new Map<string, UserGroupId>([
    ...groups.map(({ id, name }) => [name.toLowerCase(), id] as const),
    ...dynamicGroups.map(({ id, shortName }) => [shortName, id] as const),
  ])
  const byId = (text: string): UserGroupId | undefined => {
    const parts = /^(?:(\d{1,15})_)?(\d{1,15})$/.exec(text)
    if (parts === null) return undefined
    // Untrusted id; validated by the lookup below.
    const id = Number(parts[2]) as UserGroupId
    if (parts[1] !== undefined && Number(parts[1]) !== projectId) return undefined
    if (isStaticGroup(id)) return groupIds.has(id) ? id : undefined
    return findDynamicGroup(id) === undefined || (isSystemGroup(id) && parts[1] !== undefined) ? undefined : id
  }
  return (input) => {
    if (typeof input !== 'object') return byId(String(input))
    return byId(String(input.id)) ?? byName.get(input.short_name?.toLowerCase() ?? '')
  }
}

/** Returns the groups of a list, each once; unknown groups are a problem. */
export function parseGroups(input: readonly GroupInput[], groupOf: ResolveGroup, problems: Problems): UserGroupId[] {
  const ids = input.flatMap((each) => {
    const id = groupOf(each)
    if (id !== undefined) return [id]
    const name = typeof each === 'object' ? (each.short_name ?? each.id) : each
    problems.add(message`The project has no user group "${name}".`)
    return []
  })
  return [...new Set(ids)]
}
