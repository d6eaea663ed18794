import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { FieldId } from '../../kit/values/ids.ts'

/** Ids of what was typed into open lists, by field and label in lower case. */
export async function loadOpenValuesByLabel(
  db: Reader,
  labelsByField: ReadonlyMap<FieldId, ReadonlySet<string>>,
): Promise<Map<FieldId, Map<string, number[]>>> {
  const idsByLabel = new Map<FieldId, Map<string, number[]>>()
  if (labelsByField.size === 0) return idsByLabel
  const labels = new Set([...labelsByField.values()].flatMap((each) => [...each]))
  const rows = await db
    .selectFrom('open_value')
    .select(['id', 'field_id', 'label_key'])
    .where(inList('field_id', [...labelsByField.keys()]))
    .where(inList('label_key', [...labels]))
    .execute()
  for (const { id, field_id, label_key } of rows) {
    const ofField = idsByLabel.get(field_id) ?? new Map<string, number[]>()
    idsByLabel.set(field_id, ofField.set(label_key, [...(ofField.get(label_key) ?? []), id]))
  }
  return idsByLabel
}
