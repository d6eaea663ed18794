import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containsSubstring, inList } from '../../database/sql/sql.ts'
import { containsText, matchesDigits, matchesText } from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldCondition, Range } from '../../fields/model/condition.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { CrossTrackerCondition } from '../../queries/model/cross-tracker-query.ts'
import { isInRange } from './link-ends.ts'
import { matching } from './matching.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>

/** Compiles a query across trackers to SQL on rows of `artifact`: store/matching.ts for many fields. */
export const matchingAcrossTrackers =
  (spread: CrossTrackerCondition): ArtifactCondition =>
  (artifacts) =>
    compile(artifacts, spread)

function compile(artifacts: Artifacts, spread: CrossTrackerCondition): Expression<SqlBool> {
  switch (spread.kind) {
    case 'all':
    case 'any': {
      const parts = spread.of.map((each) => compile(artifacts, each))
      if (parts.length === 0) return spread.kind === 'all' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
      return spread.kind === 'all' ? artifacts.and(parts) : artifacts.or(parts)
    }
    case 'not':
      return artifacts.not(compile(artifacts, spread.of))
    case 'in-trackers':
      return inList('artifact.tracker_id', spread.trackers)
    case 'of-fields':
      return artifacts('artifact.id', 'in', rowsWith(artifacts, spread.fields, spread.condition) as never)
    case 'own':
      return matching(spread.condition)(artifacts)
    default:
      return spread satisfies never
  }
}

/** Returns a query for `artifact_id` of rows of these fields that match a condition. */
function rowsWith(artifacts: Artifacts, fields: readonly FieldId[], condition: FieldCondition): Expression<unknown> {
  switch (condition.kind) {
    case 'holds': {
      const { family, values } = condition
      if (family === 'list') {
        const rows = artifacts.selectFrom('value_list').select('artifact_id').where(inList('field_id', fields))
        return values === null ? rows : rows.where(inList('value_id', values))
      }
      const rows = artifacts.selectFrom('value_open').select('artifact_id').where(inList('field_id', fields))
      return values === null ? rows : rows.where(inList('open_value_id', values))
    }
    case 'within': {
      const table = `value_${condition.family}` as const
      const rows = artifacts.selectFrom(table).select('artifact_id').where(inList('field_id', fields))
      return rows.where(within(condition.range))
    }
    case 'contains': {
      const { text } = condition
      const rows = artifacts.selectFrom('value_text').select('artifact_id').where(inList('field_id', fields))
      return text === '' ? rows : rows.where(containsText('value_text', text))
    }
    case 'matches': {
      const { family, pattern } = condition
      if (family === 'text') {
        const rows = artifacts.selectFrom('value_text').select('artifact_id').where(inList('field_id', fields))
        return rows.where(matchesText('value_text', pattern))
      }
      const rows = artifacts.selectFrom('value_number').select('artifact_id').where(inList('field_id', fields))
      return rows.where(matchesDigits('value_number.value', pattern))
    }
    case 'file': {
      const { text } = condition
      const rows = artifacts
        .selectFrom('value_file')
        .innerJoin('file', 'file.id', 'value_file.file_id')
        .select('value_file.artifact_id')
        .where(inList('value_file.field_id', fields))
      return text === '' ? rows : rows.where(containsSubstring('file.search_text', foldText(text)))
    }
    default:
      return condition satisfies never
  }
}

const within = (range: Range): Expression<SqlBool> => isInRange(sql.ref('value'), range)
