import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Adds up the numbers that matching artifacts have in each of these fields; a field without numbers is missing. */
export async function loadFieldSums(
  db: Reader,
  where: ArtifactCondition,
  fields: readonly FieldId[],
): Promise<Map<FieldId, number>> {
  if (fields.length === 0) return new Map()
  const rows = await db
    .selectFrom('value_number')
    .select(({ fn }) => ['value_number.field_id', fn.sum<number | string>('value_number.value').as('sum')])
    .where(inList('value_number.field_id', fields))
    .where('value_number.artifact_id', 'in', db.selectFrom('artifact').select('artifact.id').where(where))
    .groupBy('value_number.field_id')
    .execute()
  return new Map(rows.map(({ field_id, sum }) => [field_id, Number(sum)]))
}
