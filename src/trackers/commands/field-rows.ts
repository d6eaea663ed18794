import type { BindDefinition } from '../../fields/model/definition.ts'
import type { FieldRows, TrackerRows } from '../store/insert-trackers.ts'
import { buildValueRow } from '../store/value-row.ts'
import type { NumberedField, NumberedTracker } from './assign-ids.ts'
import { removeDuplicatePermissions } from './tracker-rows.ts'

export const buildFieldRows = (trackers: readonly Pick<NumberedTracker, 'id' | 'fields'>[]): FieldRows => ({
  field: trackers.flatMap((tracker) => tracker.fields.map((field) => buildFieldRow(tracker, field))),
  field_permission: trackers.flatMap(({ fields }) =>
    fields.flatMap(({ id, definition }) =>
      removeDuplicatePermissions(definition.permissions).map(({ permission, group }) => ({
        field_id: id,
        permission,
        group_id: group,
      })),
    ),
  ),
  bind_value: trackers.flatMap(({ fields }) => fields.flatMap(buildValueRows)),
})

const flag = (is: boolean) => (is ? 1 : 0)

const buildFieldRow = (
  tracker: Pick<NumberedTracker, 'id'>,
  { id, parentId, definition }: NumberedField,
): TrackerRows['field'][number] => ({
  id,
  tracker_id: tracker.id,
  parent_id: parentId,
  type: definition.type,
  name: definition.name,
  label: definition.label,
  description: definition.description,
  rank: definition.rank,
  is_used: flag(definition.isUsed),
  is_required: flag(definition.isRequired),
  has_notifications: flag(definition.hasNotifications),
  properties: JSON.stringify(definition.properties),
  bind_type: definition.bind?.kind ?? null,
  bind: JSON.stringify(storedBind(definition.bind)),
})

function storedBind(bind: BindDefinition | null): object {
  switch (bind?.kind) {
    case undefined:
    case 'ugroups':
      return {}
    case 'static':
      // JSON omits a color that is absent.
      return { isAlphabetical: bind.isAlphabetical, noneColor: bind.noneColor }
    case 'users':
      return {
        sources: bind.sources.map((source) =>
          source.kind === 'group' ? { kind: 'group', groupId: source.group } : { kind: source.kind },
        ),
        defaults: bind.defaultUsers,
      }
    default:
      return bind satisfies never
  }
}

function buildValueRows({ id, values, definition: { bind } }: NumberedField): TrackerRows['bind_value'][number][] {
  if (bind === null || bind.kind === 'users') return []
  return bind.values.map((value, rank) => {
    const groupId = 'group' in value ? value.group : null
    // One id was reserved for each value.
    return buildValueRow({ id: values[rank] as (typeof values)[number], fieldId: id, rank, groupId }, value)
  })
}
