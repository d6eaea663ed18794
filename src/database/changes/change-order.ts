import { type RawBuilder, sql } from 'kysely'
import { beginning, type LogPosition } from '../../kit/values/log-position.ts'
import type { Database, Reader, Tx } from '../db/db.ts'
import { getDialect } from '../engine/builders.ts'

/**
 * Returns the condition for rows of `change` after a position to which no earlier rows can be added. PostgreSQL: the
 * rows of transactions older than every running one, of which this statement sees all rows.
 */
export const buildSettledAfterCondition = (db: Reader, { transaction, id }: LogPosition): RawBuilder<boolean> =>
  getDialect(db) === 'postgres'
    ? sql<boolean>`((transaction_id, id) > (${transaction}::bigint, ${id}::bigint) and transaction_id < ${horizon})`
    : sql<boolean>`change.id > ${id}`

/** Returns the transaction of a row of `change`; 0 where ids are the order. */
export const selectRowTransaction = (db: Reader): RawBuilder<number> =>
  getDialect(db) === 'postgres' ? sql<number>`transaction_id` : sql<number>`0`

/** Returns the `order by` of the log, with the first or the last row first. */
export const orderByLog = (db: Reader, direction: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> => {
  const way = sql.raw(direction)
  return getDialect(db) === 'postgres' ? sql`transaction_id ${way}, id ${way}` : sql`id ${way}`
}

/** Returns the current end of the log: settled rows are before it, later rows after it. */
export async function getEndOfLog(db: Reader): Promise<LogPosition> {
  const query =
    getDialect(db) === 'postgres'
      ? sql<LogPosition>`select ${horizon} as "transaction", 0 as id`
      : sql<LogPosition>`select 0 as "transaction", coalesce(max(id), 0) as id from change`
  const { rows } = await query.execute(db)
  return rows[0] ?? beginning
}

/**
 * Raises the transaction ids of the log above existing ones; call at startup. A database that was restored from a dump
 * on another PostgreSQL server has transaction ids that this server has not reached, and would return no changes until
 * it has.
 */
export async function settleLogOrder({
  dialect,
  read,
  write,
}: Pick<Database, 'dialect' | 'read' | 'write'>): Promise<void> {
  if (dialect === 'sqlite' || (await lagOf(read)) <= 0) return
  await write(async (tx) => {
    await sql`lock table change in access exclusive mode`.execute(tx)
    // Another node may have been faster.
    const lag = await lagOf(tx)
    if (lag <= 0) return
    const lead = (await leadOf(tx)) + lag
    const isKnown = await tx.updateTable('revision').set({ n: lead }).where('topic', '=', leadName).executeTakeFirst()
    if (Number(isKnown.numUpdatedRows) === 0)
      await tx.insertInto('revision').values({ topic: leadName, n: lead }).execute()
    await sql`alter table change alter column transaction_id
      set default pg_current_xact_id()::text::bigint + ${sql.lit(lead)}`.execute(tx)
  })
}

/** Name of the number that is added to transaction ids. */
export const leadName = 'lead of transactions'
const lead = sql`coalesce((select n from revision where topic = ${sql.lit(leadName)}), 0)`
const horizon = sql<number>`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ${lead})`

async function leadOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lead: number }>`select ${lead} as lead`.execute(tx)
  return Number(rows[0]?.lead ?? 0)
}

/** Returns by how much the last row of the log is ahead of future transactions; 0 or less: it is not. */
async function lagOf(db: Reader): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select coalesce(max(transaction_id), 0) + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${lead} as lag
    from change`.execute(db)
  return Number(rows[0]?.lag ?? 0)
}
