import type { BindValueId, FieldId, UserGroupId } from '../../kit/values/ids.ts'

interface ValueContent {
  readonly label?: string
  readonly description?: string
  readonly color?: string
  readonly workLimit?: number
  readonly isHidden: boolean
  readonly isDefault: boolean
}

interface ValuePosition {
  readonly id: BindValueId
  readonly fieldId: FieldId
  readonly rank: number
  /** null: it is no group */
  readonly groupId: UserGroupId | null
}

/** Builds the row of a list value; the value of a group has no label. */
export const buildValueRow = (
  { id, fieldId, rank, groupId }: ValuePosition,
  { label = '', description = '', color = '', workLimit, isHidden, isDefault }: ValueContent,
) => ({
  id,
  field_id: fieldId,
  label,
  description,
  rank,
  is_hidden: isHidden ? (1 as const) : (0 as const),
  is_default: isDefault ? (1 as const) : (0 as const),
  color,
  group_id: groupId,
  work_limit: workLimit ?? null,
})
