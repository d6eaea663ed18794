import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { OpenValue } from '../../fields/contexts/describe-context.ts'
import type { FieldId } from '../../kit/values/ids.ts'

/** Returns the new values of these open lists, in order of creation. */
export async function loadOpenValues(db: Reader, fields: readonly FieldId[]): Promise<Map<FieldId, OpenValue[]>> {
  if (fields.length === 0) return new Map()
  const query = db.selectFrom('open_value').select(['field_id', 'id', 'label']).where(inList('field_id', fields))
  const rows = Map.groupBy(await query.orderBy('id').execute(), ({ field_id }) => field_id)
  return new Map([...rows].map(([fieldId, values]) => [fieldId, values.map(({ id, label }) => ({ id, label }))]))
}
