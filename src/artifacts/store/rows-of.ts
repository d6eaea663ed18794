import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../fields/condition.ts'
import { hasPart, inList } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import {
  containsText,
  containsTextAmongFew,
  matchesDigits,
  matchesText,
  matchesTextAmongFew,
  type TextTable,
} from '../../kit/db/text-index.ts'
import { fold } from '../../kit/fold.ts'
import type { ArtifactId, TrackerId, UserGroupId } from '../../kit/ids.ts'
import type { Territory } from '../model/reach.ts'
import { isWithin, wholeRange } from './other-ends.ts'
import { visibleIn } from './visible.ts'

type KindOf<K extends Condition['kind']> = Condition & { readonly kind: K }
type LocalKind = 'holds' | 'within' | 'contains' | 'matches' | 'file' | 'comment' | 'system' | 'digits' | 'by'

/** A condition that what is stored of an artifact itself decides, so that a change of another one never changes it. */
export type LocalCondition = KindOf<LocalKind>

/** Artifacts in question; null: all. */
type Among = readonly ArtifactId[] | null

const tables = expressionBuilder<Tables, never>()

/**
 * `artifact_id` of what a condition is true of, in the tables of values alone; where the artifact itself decides, of
 * these trackers.
 */
export function rowsOf(condition: LocalCondition, trackers: readonly TrackerId[], among: Among): Expression<unknown> {
  // Each kind has its way; the union is matched whole by the type of `ways`.
  const way = ways[condition.kind] as (condition: LocalCondition, trackers: readonly TrackerId[], among: Among) => Rows
  return way(condition, trackers, among)
}

/** The same of the artifacts within reach. */
export const rowsWithin = (territory: Territory, among: Among): Expression<unknown> =>
  narrowed(
    tables
      .selectFrom('artifact')
      .select('id as artifact_id')
      .where(visibleIn([territory])),
    'id',
    among,
  )

type Rows = Expression<unknown>

const ways: {
  readonly [K in LocalKind]: (condition: KindOf<K>, trackers: readonly TrackerId[], among: Among) => Rows
} = {
  holds({ field, family, values }, _trackers, among) {
    if (family === 'list') {
      const rows = tables.selectFrom('value_list').select('artifact_id').where('field_id', '=', field)
      return narrowed(values === null ? rows : rows.where(inList('value_id', values)), 'artifact_id', among)
    }
    const rows = tables.selectFrom('value_open').select('artifact_id').where('field_id', '=', field)
    return narrowed(values === null ? rows : rows.where(inList('open_value_id', values)), 'artifact_id', among)
  },

  within({ field, family, range }, _trackers, among) {
    const rows = tables
      .selectFrom(`value_${family}` as const)
      .select('artifact_id')
      .where('field_id', '=', field)
    return narrowed(rows.where(isWithin(sql.ref('value'), range)), 'artifact_id', among)
  },

  contains({ field, text }, _trackers, among) {
    const rows = tables.selectFrom('value_text').select('artifact_id').where('field_id', '=', field)
    return narrowed(text === '' ? rows : rows.where(containing('value_text', text, among)), 'artifact_id', among)
  },

  matches({ field, family, pattern }, _trackers, among) {
    if (family === 'number') {
      const rows = tables.selectFrom('value_number').select('artifact_id').where('field_id', '=', field)
      return narrowed(rows.where(matchesDigits('value_number.value', pattern)), 'artifact_id', among)
    }
    const rows = tables.selectFrom('value_text').select('artifact_id').where('field_id', '=', field)
    const isMatch = among === null ? matchesText : matchesTextAmongFew
    return narrowed(rows.where(isMatch('value_text', pattern)), 'artifact_id', among)
  },

  file({ field, text }, _trackers, among) {
    const rows = tables
      .selectFrom('value_file')
      .innerJoin('file', 'file.id', 'value_file.file_id')
      .select('value_file.artifact_id')
      .where('value_file.field_id', '=', field)
    const named = text === '' ? rows : rows.where(hasPart('file.found_text', fold(text)))
    return narrowed(named, 'value_file.artifact_id', among)
  },

  comment({ text, readers }, _trackers, among) {
    const rows = tables.selectFrom('comment_text').select('artifact_id')
    const readable = readers === null ? rows : rows.where(isReadableBy(readers))
    const found = text === '' ? readable : readable.where(containing('comment_text', text, among))
    return narrowed(found, 'artifact_id', among)
  },

  system({ of, range }, trackers, among) {
    return narrowed(inTrackers(trackers).where(isWithin(sql.ref(`artifact.${of}`), wholeRange(range))), 'id', among)
  },

  digits({ of, pattern }, trackers, among) {
    return narrowed(inTrackers(trackers).where(matchesDigits(`artifact.${of}`, pattern)), 'id', among)
  },

  by({ of, users }, trackers, among) {
    return narrowed(inTrackers(trackers).where(inList(`artifact.${of}`, users)), 'id', among)
  },
}

const inTrackers = (trackers: readonly TrackerId[]) => {
  const rows = tables.selectFrom('artifact').select('id as artifact_id')
  const [only] = trackers
  return trackers.length === 1 && only !== undefined
    ? rows.where('tracker_id', '=', only)
    : rows.where(inList('tracker_id', trackers))
}

function narrowed<From, T extends keyof From, Row>(
  rows: SelectQueryBuilder<From, T, Row>,
  column: string,
  among: Among,
): Rows {
  return among === null ? rows : rows.where(inList(column, among))
}

const containing = (table: TextTable, text: string, among: Among) =>
  among === null ? containsText(table, text) : containsTextAmongFew(table, text)

const isReadableBy = (groups: readonly UserGroupId[]): Expression<SqlBool> =>
  sql<SqlBool>`(comment_text.groups is null${sql.join(
    groups.map((group) => sql` or comment_text.groups like ${`%,${group},%`}`),
    sql``,
  )})`
