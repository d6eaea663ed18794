import { expressionBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldId } from '../../kit/values/ids.ts'

const tables = expressionBuilder<Tables, never>()

/** The key of a value that users added to an open list, among the ids of the values that the list offers. */
export const keyOfOpenValue = (id: number): number => -id

/** The id of such a value; undefined: the key is the id of another value. */
export const openValueOfKey = (key: number): number | undefined => (key < 0 ? -key : undefined)

/** Returns a query for what artifacts hold in an open list: `artifact_id`, and as `value_id` the key of the value. */
export const selectOpenChoices = (field: FieldId) =>
  tables
    .selectFrom('value_list')
    .select(['value_list.artifact_id', 'value_list.value_id'])
    .where('value_list.field_id', '=', field)
    .unionAll(
      tables
        .selectFrom('value_open')
        .select(['value_open.artifact_id', sql<number>`-value_open.open_value_id`.as('value_id')])
        .where('value_open.field_id', '=', field),
    )
