import { type Expression, sql } from 'kysely'
import { IdSet } from '../../kit/values/id-set.ts'
import { getDialect } from '../engine/builders.ts'
import type { Reader } from '../tables/transaction.ts'

/**
 * Returns the ids that a query selects as `artifact_id`. The database joins them into one text: parsing a million rows
 * would take a second of this process.
 */
export async function selectIds(db: Reader, query: Expression<unknown>): Promise<IdSet> {
  const joined =
    getDialect(db) === 'sqlite' ? sql`group_concat(found.artifact_id)` : sql`string_agg(found.artifact_id::text, ',')`
  const { rows } = await sql<{ ids: string | null }>`select ${joined} as ids from (${query}) as found`.execute(db)
  // A single number is returned as a number.
  return IdSet.parse(String(rows[0]?.ids ?? ''))
}
