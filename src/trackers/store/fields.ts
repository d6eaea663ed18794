import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { Bind, Field } from '../../fields/model/field.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { ElementPosition } from '../model/element-position.ts'
import type { Tracker } from '../model/tracker.ts'
import { keepReferencedGroups } from './keep-referenced-groups.ts'
import { buildValueRow } from './value-row.ts'

type MayChange = Permit<'administer', Tracker>

/** The tracker a form element belongs to. */
export async function findTrackerOfField(db: Reader, id: FieldId): Promise<TrackerId | undefined> {
  const row = await db.selectFrom('field').select('tracker_id').where('id', '=', id).executeTakeFirst()
  return row?.tracker_id
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** Saves an element with its permissions and the values of its list; `savePosition` saves its position. */
export async function saveField(tx: Tx, permit: MayChange, field: Field): Promise<void> {
  assertSubject(permit, field.trackerId)
  const rights = Object.entries(field.permissions).flatMap(([permission, groups]) =>
    groups.map((group) => ({ field_id: field.id, permission, group_id: group })),
  )
  const values = valueRows(field)
  const bind = JSON.stringify(settingsOf(field.bind))
  await keepReferencedGroups(tx, { field: [{ bind }], field_permission: rights, bind_value: values })
  await tx
    .updateTable('field')
    .set({
      name: field.name,
      label: field.label,
      description: field.description,
      is_used: flag(field.isUsed),
      is_required: flag(field.isRequired),
      has_notifications: flag(field.hasNotifications),
      properties: JSON.stringify(field.properties),
      bind,
    })
    .where('id', '=', field.id)
    .execute()
  await tx.deleteFrom('field_permission').where('field_id', '=', field.id).execute()
  await insertRows(tx, 'field_permission', rights)
  await tx.deleteFrom('bind_value').where('field_id', '=', field.id).execute()
  await insertRows(tx, 'bind_value', values)
}

/** Returns the settings of a bind other than its values. */
function settingsOf(bind: Bind | null): object {
  if (bind === null) return {}
  const { kind: _kind, ...rest } = bind
  return 'values' in rest ? { ...rest, values: undefined } : rest
}

function valueRows({ id: fieldId, bind }: Field) {
  if (bind === null || bind.kind === 'users') return []
  return bind.values.map((value, rank) =>
    buildValueRow({ id: value.id, fieldId, rank, groupId: 'groupId' in value ? value.groupId : null }, value),
  )
}

/** Puts elements into a container, in this order. */
export async function savePosition(tx: Tx, _permit: MayChange, { parent, order }: ElementPosition): Promise<void> {
  const set = {
    parent_id: parent,
    rank: buildCaseById(order.map((id, rank) => [id, sql<number>`cast(${rank} as integer)`])),
  }
  await tx.updateTable('field').set(set).where(inList('id', order)).execute()
}

/** Builds a `case` that sets a value for each row, by id; ids are those of the updated rows. */
export const buildCaseById = <T>(values: readonly (readonly [number, RawBuilder<T>])[]): RawBuilder<T> =>
  sql<T>`case id ${sql.join(
    values.map(([id, value]) => sql`when ${id} then ${value}`),
    sql` `,
  )} end`
