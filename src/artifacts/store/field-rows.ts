import { type Expression, expressionBuilder, sql } from 'kysely'
import { containsSubstring, inList, isOneOf } from '../../database/sql/sql.ts'
import {
  containsText,
  containsTextAmongFew,
  matchesDigits,
  matchesText,
  matchesTextAmongFew,
  type TextTable,
} from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldCondition } from '../../fields/model/condition.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { isInRange } from './link-ends.ts'
import { type Among, restrictRows } from './restrict-rows.ts'

const tables = expressionBuilder<Tables, never>()

/** Returns a query for `artifact_id` of rows of these fields that match a condition, whatever field it names. */
export function selectFieldRows(
  condition: FieldCondition,
  fields: readonly FieldId[],
  among: Among,
): Expression<unknown> {
  switch (condition.kind) {
    case 'holds': {
      const { family, values } = condition
      if (family === 'list') {
        const rows = tables.selectFrom('value_list').select('artifact_id').where(isOneOf('field_id', fields))
        return restrictRows(values === null ? rows : rows.where(inList('value_id', values)), 'artifact_id', among)
      }
      const rows = tables.selectFrom('value_open').select('artifact_id').where(isOneOf('field_id', fields))
      return restrictRows(values === null ? rows : rows.where(inList('open_value_id', values)), 'artifact_id', among)
    }
    case 'within': {
      const table = `value_${condition.family}` as const
      const rows = tables.selectFrom(table).select('artifact_id').where(isOneOf('field_id', fields))
      return restrictRows(rows.where(isInRange(sql.ref('value'), condition.range)), 'artifact_id', among)
    }
    case 'contains': {
      const { text } = condition
      const rows = tables.selectFrom('value_text').select('artifact_id').where(isOneOf('field_id', fields))
      const matchingRows = text === '' ? rows : rows.where(containsTextIn('value_text', text, among))
      return restrictRows(matchingRows, 'artifact_id', among)
    }
    case 'matches': {
      const { family, pattern } = condition
      if (family === 'number') {
        const rows = tables.selectFrom('value_number').select('artifact_id').where(isOneOf('field_id', fields))
        return restrictRows(rows.where(matchesDigits('value_number.value', pattern)), 'artifact_id', among)
      }
      const rows = tables.selectFrom('value_text').select('artifact_id').where(isOneOf('field_id', fields))
      const isMatch = among === null ? matchesText : matchesTextAmongFew
      return restrictRows(rows.where(isMatch('value_text', pattern)), 'artifact_id', among)
    }
    case 'file': {
      const { text } = condition
      const rows = tables
        .selectFrom('value_file')
        .innerJoin('file', 'file.id', 'value_file.file_id')
        .select('value_file.artifact_id')
        .where(isOneOf('value_file.field_id', fields))
      const matchingRows = text === '' ? rows : rows.where(containsSubstring('file.search_text', foldText(text)))
      return restrictRows(matchingRows, 'value_file.artifact_id', among)
    }
    default:
      return condition satisfies never
  }
}

export const containsTextIn = (table: TextTable, text: string, among: Among) =>
  among === null ? containsText(table, text) : containsTextAmongFew(table, text)
