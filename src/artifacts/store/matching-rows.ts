import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { containsSubstring, inList } from '../../database/sql/sql.ts'
import {
  containsText,
  containsTextAmongFew,
  matchesDigits,
  matchesText,
  matchesTextAmongFew,
  type TextTable,
} from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { Condition } from '../../fields/model/condition.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { ArtifactId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { isInRange, toIntegerRange } from './link-ends.ts'
import { buildVisibilityCondition } from './visibility-condition.ts'

type KindOf<K extends Condition['kind']> = Condition & { readonly kind: K }
type LocalKind = 'holds' | 'within' | 'contains' | 'matches' | 'file' | 'comment' | 'system' | 'digits' | 'by'

/** A condition that depends only on the artifact itself, so that changes of other artifacts do not affect it. */
export type LocalCondition = KindOf<LocalKind>

/** Artifacts to restrict the result to; null: all. */
type Among = readonly ArtifactId[] | null

const tables = expressionBuilder<Tables, never>()

/**
 * Compiles a condition to a query for `artifact_id` in the index tables; conditions on the artifact row itself are
 * restricted to these trackers.
 */
export function selectMatchingRows(
  condition: LocalCondition,
  trackers: readonly TrackerId[],
  among: Among,
): Expression<unknown> {
  // Each kind has its compiler; the type of `compilers` covers the union.
  const compiler = compilers[condition.kind] as (
    condition: LocalCondition,
    trackers: readonly TrackerId[],
    among: Among,
  ) => Rows
  return compiler(condition, trackers, among)
}

/** Compiles the access to a tracker to a query for `artifact_id`. */
export const selectAccessibleRows = (tracker: AccessibleTracker, among: Among): Expression<unknown> =>
  restrictTo(
    tables
      .selectFrom('artifact')
      .select('id as artifact_id')
      .where(buildVisibilityCondition([tracker])),
    'id',
    among,
  )

type Rows = Expression<unknown>

const compilers: {
  readonly [K in LocalKind]: (condition: KindOf<K>, trackers: readonly TrackerId[], among: Among) => Rows
} = {
  holds({ field, family, values }, _trackers, among) {
    if (family === 'list') {
      const rows = tables.selectFrom('value_list').select('artifact_id').where('field_id', '=', field)
      return restrictTo(values === null ? rows : rows.where(inList('value_id', values)), 'artifact_id', among)
    }
    const rows = tables.selectFrom('value_open').select('artifact_id').where('field_id', '=', field)
    return restrictTo(values === null ? rows : rows.where(inList('open_value_id', values)), 'artifact_id', among)
  },

  within({ field, family, range }, _trackers, among) {
    const rows = tables
      .selectFrom(`value_${family}` as const)
      .select('artifact_id')
      .where('field_id', '=', field)
    return restrictTo(rows.where(isInRange(sql.ref('value'), range)), 'artifact_id', among)
  },

  contains({ field, text }, _trackers, among) {
    const rows = tables.selectFrom('value_text').select('artifact_id').where('field_id', '=', field)
    return restrictTo(text === '' ? rows : rows.where(containsTextIn('value_text', text, among)), 'artifact_id', among)
  },

  matches({ field, family, pattern }, _trackers, among) {
    if (family === 'number') {
      const rows = tables.selectFrom('value_number').select('artifact_id').where('field_id', '=', field)
      return restrictTo(rows.where(matchesDigits('value_number.value', pattern)), 'artifact_id', among)
    }
    const rows = tables.selectFrom('value_text').select('artifact_id').where('field_id', '=', field)
    const isMatch = among === null ? matchesText : matchesTextAmongFew
    return restrictTo(rows.where(isMatch('value_text', pattern)), 'artifact_id', among)
  },

  file({ field, text }, _trackers, among) {
    const rows = tables
      .selectFrom('value_file')
      .innerJoin('file', 'file.id', 'value_file.file_id')
      .select('value_file.artifact_id')
      .where('value_file.field_id', '=', field)
    const named = text === '' ? rows : rows.where(containsSubstring('file.search_text', foldText(text)))
    return restrictTo(named, 'value_file.artifact_id', among)
  },

  comment({ text, readers }, _trackers, among) {
    const rows = tables.selectFrom('comment_text').select('artifact_id')
    const readable = readers === null ? rows : rows.where(isReadableBy(readers))
    const found = text === '' ? readable : readable.where(containsTextIn('comment_text', text, among))
    return restrictTo(found, 'artifact_id', among)
  },

  system({ of, range }, trackers, among) {
    return restrictTo(
      inTrackers(trackers).where(isInRange(sql.ref(`artifact.${of}`), toIntegerRange(range))),
      'id',
      among,
    )
  },

  digits({ of, pattern }, trackers, among) {
    return restrictTo(inTrackers(trackers).where(matchesDigits(`artifact.${of}`, pattern)), 'id', among)
  },

  by({ of, users }, trackers, among) {
    return restrictTo(inTrackers(trackers).where(inList(`artifact.${of}`, users)), 'id', among)
  },
}

const inTrackers = (trackers: readonly TrackerId[]) => {
  const rows = tables.selectFrom('artifact').select('id as artifact_id')
  const [only] = trackers
  return trackers.length === 1 && only !== undefined
    ? rows.where('tracker_id', '=', only)
    : rows.where(inList('tracker_id', trackers))
}

function restrictTo<From, T extends keyof From, Row>(
  rows: SelectQueryBuilder<From, T, Row>,
  column: string,
  among: Among,
): Rows {
  return among === null ? rows : rows.where(inList(column, among))
}

const containsTextIn = (table: TextTable, text: string, among: Among) =>
  among === null ? containsText(table, text) : containsTextAmongFew(table, text)

const isReadableBy = (groups: readonly UserGroupId[]): Expression<SqlBool> =>
  sql<SqlBool>`(comment_text.groups is null${sql.join(
    groups.map((group) => sql` or comment_text.groups like ${`%,${group},%`}`),
    sql``,
  )})`
