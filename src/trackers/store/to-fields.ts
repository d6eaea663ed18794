import type { Bind, Field, FieldPermission, FieldTypeName } from '../../fields/model/field.ts'
import { isAlwaysReadable } from '../../fields/registry/capabilities.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { mapFieldPermissions } from '../permissions/field-access.ts'
import type { StructureRows } from './structure.ts'

type FieldRow = StructureRows['fields'][number]
type ValueRow = StructureRows['values'][number]

/** Form elements with their binds and permissions, in the order of the rows. */
export function toFields(structure: StructureRows): Field[] {
  const permissions = Map.groupBy(structure.fieldPermissions, (row) => row.field_id)
  const values = Map.groupBy(structure.values, (row) => row.field_id)
  return structure.fields.map((row) => {
    const groupsWith = (permission: FieldPermission) =>
      (permissions.get(row.id) ?? []).filter((each) => each.permission === permission).map((each) => each.group_id)
    const type = row.type as FieldTypeName
    return {
      id: row.id,
      trackerId: row.tracker_id,
      parentId: row.parent_id,
      type,
      name: row.name,
      label: row.label,
      description: row.description,
      rank: row.rank,
      isUsed: row.is_used === 1,
      // Old archives have required field sets, which cannot be filled in (docs/api/trackers.md §3.4).
      isRequired: row.is_required === 1 && !isAlwaysReadable(type),
      hasNotifications: row.has_notifications === 1,
      properties: JSON.parse(row.properties) as Record<string, unknown>,
      bind: bindFrom(row, values.get(row.id) ?? []),
      permissions: mapFieldPermissions(groupsWith),
    }
  })
}

function bindFrom(row: FieldRow, values: readonly ValueRow[]): Bind | null {
  const bind = JSON.parse(row.bind)
  switch (row.bind_type) {
    case 'static': {
      const isAlphabetical = bind.isAlphabetical === true
      return { kind: 'static', ...bind, isAlphabetical, values: sortValues(values, isAlphabetical).map(toStaticValue) }
    }
    case 'users':
      return { kind: 'users', ...bind }
    case 'ugroups':
      return { kind: 'ugroups', values: values.map(toGroupValue) }
    default:
      return null
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: false })

const sortValues = (values: readonly ValueRow[], isAlphabetical: boolean): readonly ValueRow[] =>
  isAlphabetical ? values.toSorted((a, b) => collator.compare(a.label, b.label)) : values

const toStaticValue = (row: ValueRow) => ({
  id: row.id,
  label: row.label,
  description: row.description,
  rank: row.rank,
  isHidden: row.is_hidden === 1,
  isDefault: row.is_default === 1,
  color: row.color,
  ...(row.work_limit !== null && { workLimit: row.work_limit }),
})

const toGroupValue = (row: ValueRow) => ({
  id: row.id,
  // Values of a list bound to groups are written with their group.
  groupId: row.group_id as UserGroupId,
  isHidden: row.is_hidden === 1,
  isDefault: row.is_default === 1,
})
