import { type Expression, sql } from 'kysely'
import { IdSet } from '../id-set.ts'
import { dialectOf } from './builders.ts'
import type { Reader } from './db.ts'

/**
 * The ids that a query selects as `artifact_id`. The database joins them into one text: a million rows of their own
 * would take a second of this process to be told apart.
 */
export async function selectIds(db: Reader, query: Expression<unknown>): Promise<IdSet> {
  const joined =
    dialectOf(db) === 'sqlite' ? sql`group_concat(found.artifact_id)` : sql`string_agg(found.artifact_id::text, ',')`
  const { rows } = await sql<{ ids: string | null }>`select ${joined} as ids from (${query}) as found`.execute(db)
  // A single number comes as it is.
  return IdSet.parse(String(rows[0]?.ids ?? ''))
}
