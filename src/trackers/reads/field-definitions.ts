import type { BindDefinition, FieldDefinition, UserSourceDefinition } from '../../fields/model/definition.ts'
import type { Bind, Field, FieldPermission, UserSource } from '../../fields/model/field.ts'
import type { FieldId, UserGroupId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'
import type { DefinitionKeys } from './definition-keys.ts'

/** Maps a group to one of the target; undefined when it has no counterpart. */
export type MapGroup = (id: UserGroupId) => UserGroupId | undefined

/** The tree of form elements, unused ones included. */
export function toFieldDefinitions(tracker: Tracker, keys: DefinitionKeys, mapGroup: MapGroup): FieldDefinition[] {
  const children = Map.groupBy(tracker.fields, ({ parentId }) => parentId)
  const inside = (parent: FieldId | null): FieldDefinition[] =>
    (children.get(parent) ?? []).map((field) => ({
      key: keys.field(field.id),
      type: field.type,
      name: field.name,
      label: field.label,
      description: field.description,
      rank: field.rank,
      isUsed: field.isUsed,
      isRequired: field.isRequired,
      hasNotifications: field.hasNotifications,
      properties: field.properties,
      bind: field.bind && toBindDefinition(field.id, field.bind, keys, mapGroup),
      permissions: permissionsOf(field, mapGroup),
      children: inside(field.id),
    }))
  return inside(null)
}

function permissionsOf({ permissions }: Field, mapGroup: MapGroup): FieldDefinition['permissions'] {
  const entries = Object.entries(permissions) as [FieldPermission, readonly UserGroupId[]][]
  return entries.flatMap(([permission, groups]) => mapGroups(groups, mapGroup).map((group) => ({ permission, group })))
}

const mapGroups = (groups: readonly UserGroupId[], mapGroup: MapGroup): UserGroupId[] =>
  groups.flatMap((id) => mapGroup(id) ?? [])

function toBindDefinition(field: FieldId, bind: Bind, keys: DefinitionKeys, mapGroup: MapGroup): BindDefinition {
  switch (bind.kind) {
    case 'static':
      return {
        kind: 'static',
        isAlphabetical: bind.isAlphabetical,
        ...(bind.noneColor === undefined ? {} : { noneColor: bind.noneColor }),
        values: bind.values.map(({ id, label, description, isHidden, isDefault, color, workLimit }) => ({
          key: keys.value(field, id),
          label,
          description,
          isHidden,
          isDefault,
          color,
          ...(workLimit !== undefined && { workLimit }),
        })),
      }
    case 'users':
      return {
        kind: 'users',
        sources: bind.sources.flatMap((source) => toSourceDefinition(source, mapGroup)),
        defaultUsers: bind.defaults,
      }
    case 'ugroups':
      return {
        kind: 'ugroups',
        values: bind.values.flatMap(({ id, groupId, isHidden, isDefault }) => {
          const group = mapGroup(groupId)
          return group === undefined ? [] : [{ key: keys.value(field, id), group, isHidden, isDefault }]
        }),
      }
    default:
      return bind satisfies never
  }
}

function toSourceDefinition(source: UserSource, mapGroup: MapGroup): UserSourceDefinition[] {
  if (source.kind !== 'group') return [{ kind: source.kind }]
  const group = mapGroup(source.groupId)
  return group === undefined ? [] : [{ kind: 'group', group }]
}
