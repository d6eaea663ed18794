import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { FieldId } from '../../kit/ids.ts'

/** Ids of what was typed into open lists, by field and label in lower case. */
export async function openValuesByLabel(
  db: Reader,
  wanted: ReadonlyMap<FieldId, ReadonlySet<string>>,
): Promise<Map<FieldId, Map<string, number[]>>> {
  const found = new Map<FieldId, Map<string, number[]>>()
  if (wanted.size === 0) return found
  const labels = new Set([...wanted.values()].flatMap((each) => [...each]))
  const rows = await db
    .selectFrom('open_value')
    .select(['id', 'field_id', 'label_key'])
    .where(inList('field_id', [...wanted.keys()]))
    .where(inList('label_key', [...labels]))
    .execute()
  for (const { id, field_id, label_key } of rows) {
    const ofField = found.get(field_id) ?? new Map<string, number[]>()
    found.set(field_id, ofField.set(label_key, [...(ofField.get(label_key) ?? []), id]))
  }
  return found
}
