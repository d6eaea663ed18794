import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { OpenValue } from '../../fields/contexts/describe-context.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'

interface FieldOpenValue extends OpenValue {
  readonly fieldId: FieldId
}

/** Loads values that users typed into open lists. */
export async function loadOpenValues(db: Reader, ids: readonly number[]): Promise<Map<number, FieldOpenValue>> {
  if (ids.length === 0) return new Map()
  const columns = ['id', 'label', 'field_id as fieldId'] as const
  const rows = await db.selectFrom('open_value').select(columns).where(inList('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Loads open values whose label or id is one of these numbers. */
export async function loadOpenValuesByNumber(
  db: Reader,
  numbers: ReadonlyMap<FieldId, ReadonlySet<number>>,
): Promise<FieldOpenValue[]> {
  if (numbers.size === 0) return []
  const ids = [...new Set([...numbers.values()].flatMap((some) => [...some]))]
  const query = db.selectFrom('open_value').select(['id', 'label', 'field_id as fieldId'])
  return query
    .where(inList('field_id', [...numbers.keys()]))
    .where(({ or }) => or([inList('id', ids), inList('label_key', ids.map(String))]))
    .execute()
}

/** Labels that differ only in case are one value. */
const keyOf = (fieldId: FieldId, label: string): string => `${fieldId} ${label.toLowerCase()}`

/** Returns the value of an open list by its label; only for the requested labels. */
export type FindOpenValue = (fieldId: FieldId, label: string) => OpenValue

/** Loads the values of open lists with these labels, and creates missing ones. */
export async function createOpenValues(
  tx: Tx,
  _permit: ArtifactPermit,
  labels: ReadonlyMap<FieldId, Iterable<string>>,
): Promise<FindOpenValue> {
  const requested = new Map<string, { readonly fieldId: FieldId; readonly label: string }>()
  for (const [fieldId, some] of labels) {
    for (const label of some) {
      const key = keyOf(fieldId, label)
      // Keeps the first spelling.
      if (!requested.has(key)) requested.set(key, { fieldId, label })
    }
  }
  const valuesByKey = await loadValuesByLabel(tx, [...requested.values()])
  const missing = [...requested].flatMap(([key, value]) => (valuesByKey.has(key) ? [] : [value]))
  await addOpenValues(tx, missing)
  for (const [key, value] of await loadValuesByLabel(tx, missing)) valuesByKey.set(key, value)
  return (fieldId, label) => {
    const value = valuesByKey.get(keyOf(fieldId, label))
    if (value === undefined) throw new Error(`The value "${label}" of field ${fieldId} was not requested`)
    return value
  }
}

async function addOpenValues(
  tx: Tx,
  values: readonly { readonly fieldId: FieldId; readonly label: string }[],
): Promise<void> {
  // Ids follow the order of input, which is the order of representations.
  const ids = await allocateIds(tx, 'open_value', values.length)
  const rows = values.map(({ fieldId, label }, index) => ({
    // allocateIds returns as many ids as requested.
    id: ids[index] as number,
    field_id: fieldId,
    label,
    label_key: label.toLowerCase(),
  }))
  // Inserted in one global order, so that concurrent transactions wait instead of blocking each other.
  rows.sort((a, b) => (keyOf(a.field_id, a.label) < keyOf(b.field_id, b.label) ? -1 : 1))
  // The first row stays, and both transactions use it.
  await insertRows(tx, 'open_value', rows, (insert) => insert.onConflict((conflict) => conflict.doNothing()))
}

async function loadValuesByLabel(
  db: Reader,
  requested: readonly { readonly fieldId: FieldId; readonly label: string }[],
): Promise<Map<string, OpenValue>> {
  if (requested.length === 0) return new Map()
  const [fields, keys] = [requested.map(({ fieldId }) => fieldId), requested.map(({ label }) => label.toLowerCase())]
  const query = db.selectFrom('open_value').select(['id', 'label', 'label_key', 'field_id'])
  const rows = await query
    .where(inList('field_id', [...new Set(fields)]))
    .where(inList('label_key', [...new Set(keys)]))
    .execute()
  return new Map(rows.map(({ id, label, label_key, field_id }) => [`${field_id} ${label_key}`, { id, label }]))
}
