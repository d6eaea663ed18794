import { dynamicGroups, group, queryNamesOfGroups } from '../../accounts/model/groups.ts'
import { referToGroup } from '../../accounts/representations/user-group.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { Bind, GroupValue } from '../model/field.ts'
import { parseId } from '../parse/parse-id.ts'
import type { BindKind } from './bind-kind.ts'
import { parseGroupId } from './group.ts'
import { normalizeValueKey } from './static.ts'

type GroupBind = Bind & { readonly kind: 'ugroups' }

/** Chosen user groups (docs/api/trackers.md §3.5, docs/api/field-values.md §7). */
export const groupBind: BindKind<GroupBind> = {
  describeValues: (bind, _field, { projectId, groups }) =>
    bind.values.map(({ id, groupId }) => {
      const reference = referToGroup(groupId, projectId, groups)
      return { id, label: reference.key, ugroup_reference: reference }
    }),
  // docs/api/trackers.md §3.5: all groups of the project except 1, 2, 100.
  describeOpenListValues: (_bind, _field, { projectId, groups }) =>
    [...groupsOfEveryProject, ...groups.keys()].map((id) => referToGroup(id, projectId, groups)),
  describeSources: () => [],
  describeDefaults: (bind, { projectId, groups }) =>
    bind.values.filter((value) => value.isDefault).map(({ groupId }) => referToGroup(groupId, projectId, groups)),
  present: (chosen, bind, { projectId, groups }) =>
    chosen.flatMap((id) => {
      const value = valueWithId(bind, id)
      if (value === undefined) return []
      const reference = referToGroup(value.groupId, projectId, groups)
      return [{ value: reference, id: reference.id, label: reference.label }]
    }),
  presentNone: () => [],
  collectDependencies: () => {},
  read({ attributes, text }, bind, context) {
    if (text.trim() === '') return 'none'
    if (attributes['format'] !== 'id')
      return valueOfGroup(bind, context.groupOf(text.trim()) ?? findDynamicGroup(text))?.id
    const id = context.valueOf(normalizeValueKey(text))
    return id === undefined ? undefined : valueWithId(bind, id)?.id
  },
  // The value of the bind, not the group.
  write: (id, bind) => (valueWithId(bind, id) === undefined ? undefined : { format: 'id', text: `${id}` }),
  archivedNone: [],
  // docs/api/field-values.md §7: hidden values may be chosen as well.
  choose: (input, bind, { context }) => findGroupValue(input, bind, context.projectId)?.id,
  initialValues: (bind) => bind.values.filter((value) => value.isDefault && !value.isHidden).map(({ id }) => id),
}

/** docs/api/compatibility.md §1: by its own id, or by that of its group, `118_3`, `3`, `105`. */
export function findGroupValue(input: string, bind: GroupBind, projectId?: ProjectId): GroupValue | undefined {
  const groupId = parseGroupId(input, projectId)
  return valueOfGroup(bind, groupId) ?? valueWithId(bind, parseId(input) ?? 0)
}

const groupsOfEveryProject = [
  group.members,
  group.administrators,
  group.authenticated,
  group.fileManagers,
  group.wikiAdministrators,
]

const valueWithId = (bind: GroupBind, id: number): GroupValue | undefined =>
  bind.values.find((value) => value.id === id)

const valueOfGroup = (bind: GroupBind, groupId: UserGroupId | undefined): GroupValue | undefined =>
  bind.values.find((value) => value.groupId === groupId)

/** Finds a dynamic group by its displayed name. */
const findDynamicGroup = (label: string): UserGroupId | undefined =>
  dynamicGroups.find((each) => each.label === label.trim())?.id

/**
 * Returns the names of the groups of a bind in queries, in lower case (docs/api/queries.md §2.4); names of the project
 * take precedence.
 */
export function findGroupIdsByLabel(
  { values }: GroupBind,
  project: ProjectId,
  groups: Parameters<typeof referToGroup>[2],
): Map<string, GroupValue['id']> {
  const labels = new Map<string, GroupValue['id']>()
  for (const { id, groupId } of values) {
    for (const name of queryNamesOfGroups.get(groupId) ?? []) labels.set(name.toLowerCase(), id)
  }
  for (const { id, groupId } of values) {
    const { key, label, short_name } = referToGroup(groupId, project, groups)
    for (const name of [label, key, short_name]) labels.set(name.toLowerCase(), id)
  }
  return labels
}
