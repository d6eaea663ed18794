import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { type FieldId, NO_VALUE } from '../../kit/values/ids.ts'
import type { GroupKey } from '../model/group-key.ts'
import { compileGroupKey } from './group-key.ts'
import { selectOpenChoices } from './open-choices.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Adds up the numbers that matching artifacts have in each of these fields; a field without numbers is missing. */
export async function loadFieldSums(
  db: Reader,
  where: ArtifactCondition,
  fields: readonly FieldId[],
): Promise<Map<FieldId, number>> {
  if (fields.length === 0) return new Map()
  const rows = await sumNumbers(db, where, fields).execute()
  return new Map(rows.map(({ field_id, sum }) => [field_id, Number(sum)]))
}

/**
 * Adds up the numbers of these fields for each value of a list field, by the id of the value and then by field; those of
 * artifacts without a value by NO_VALUE. What has no numbers is missing.
 */
export async function loadGroupSums(
  db: Reader,
  where: ArtifactCondition,
  list: FieldId,
  fields: readonly FieldId[],
): Promise<Map<number, Map<FieldId, number>>> {
  if (fields.length === 0) return new Map()
  const rows = await sumNumbers(db, where, fields)
    .leftJoin('value_list as chosen', (join) =>
      join.onRef('chosen.artifact_id', '=', 'value_number.artifact_id').on('chosen.field_id', '=', list),
    )
    .select('chosen.value_id')
    .groupBy('chosen.value_id')
    .execute()
  return collectSums(rows)
}

/** Returns the same of an open list, whose values that users added have a key of their own (`keyOfOpenValue`). */
export async function loadOpenGroupSums(
  db: Reader,
  where: ArtifactCondition,
  list: FieldId,
  fields: readonly FieldId[],
): Promise<Map<number, Map<FieldId, number>>> {
  if (fields.length === 0) return new Map()
  const rows = await sumNumbers(db, where, fields)
    .leftJoin(selectOpenChoices(list).as('chosen'), (join) =>
      join.onRef('chosen.artifact_id', '=', 'value_number.artifact_id'),
    )
    .select('chosen.value_id')
    .groupBy('chosen.value_id')
    .execute()
  return collectSums(rows)
}

interface SumRow {
  readonly value_id: number | null
  readonly field_id: FieldId
  readonly sum: number | string
}

function collectSums(rows: readonly SumRow[]): Map<number, Map<FieldId, number>> {
  const sums = new Map<number, Map<FieldId, number>>()
  for (const { value_id, field_id, sum } of rows) {
    const value = value_id === null ? NO_VALUE : Number(value_id)
    const ofValue = sums.get(value) ?? new Map<FieldId, number>()
    sums.set(value, ofValue.set(field_id, Number(sum)))
  }
  return sums
}

/** Returns the same by the number of a group key; null: of artifacts that have none. */
export async function loadKeyedSums(
  db: Reader,
  where: ArtifactCondition,
  key: GroupKey,
  fields: readonly FieldId[],
): Promise<Map<number | null, Map<FieldId, number>>> {
  const sums = new Map<number | null, Map<FieldId, number>>()
  if (fields.length === 0) return sums
  const numbers = db
    .selectFrom('artifact')
    .where(where)
    .innerJoin('value_number', 'value_number.artifact_id', 'artifact.id')
    .where(inList('value_number.field_id', fields))
    .select(['value_number.field_id', 'value_number.value', compileGroupKey(key).as('number')])
  const rows = await db
    .selectFrom(numbers.as('numbers'))
    .select(({ fn }) => ['number', 'field_id', fn.sum<number | string>('value').as('sum')])
    .groupBy(['number', 'field_id'])
    .execute()
  for (const { number, field_id, sum } of rows) {
    const group = number === null ? null : Number(number)
    const ofGroup = sums.get(group) ?? new Map<FieldId, number>()
    sums.set(group, ofGroup.set(field_id, Number(sum)))
  }
  return sums
}

const sumNumbers = (db: Reader, where: ArtifactCondition, fields: readonly FieldId[]) =>
  db
    .selectFrom('value_number')
    .select(({ fn }) => ['value_number.field_id', fn.sum<number | string>('value_number.value').as('sum')])
    .where(inList('value_number.field_id', fields))
    .where('value_number.artifact_id', 'in', db.selectFrom('artifact').select('artifact.id').where(where))
    .groupBy('value_number.field_id')
