import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Name of the id of the database in table `revision`. */
export const databaseIdName = 'database id'

/** SQL of the timeline of the primary, in hexadecimal: it needs no rights and does not lag until a checkpoint. */
export const timelineSql = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

/** Stores a number under a name; returns whether it was another one, or none, before. */
export async function setNumber(tx: Pick<Kysely<Tables>, 'insertInto'>, topic: string, n: number): Promise<boolean> {
  const changed = await tx
    .insertInto('revision')
    .values({ topic, n })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ n }).where('revision.n', '<>', n))
    .returning('topic')
    .executeTakeFirst()
  return changed !== undefined
}
