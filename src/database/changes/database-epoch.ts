import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Tx } from '../db/db.ts'
import { getDialect } from '../engine/builders.ts'
import { prepareStatement } from '../statements/prepared-statements.ts'
import { databaseIdName, setNumber, timelineSql } from '../tables/stored-numbers.ts'

/** Names of numbers in table `revision`. */
const originName = 'database origin'
/** Id of the embedded database from which the database was moved: its epoch. */
export const embeddedIdName = 'embedded database id'

const storedId = sql`(select n from revision where topic = ${sql.lit(databaseIdName)})`

/**
 * Returns the epoch of the database: another text after the database has continued from an earlier state, when counters
 * take values a second time. On PostgreSQL it contains the timeline, which each promotion of a replica and each recovery
 * to a point in time increases, and the id of a table, which no restored dump keeps. Part of a statement that is sent
 * anyway: whatever server answers it, and through whatever pooler, the answer is of this epoch.
 */
export const selectEpoch = (db: Reader): RawBuilder<string> =>
  getDialect(db) === 'postgres'
    ? sql<string>`(select concat_ws('-', ${storedId}, 'revision'::regclass::oid, ${sql.raw(timelineSql)}))`
    : sql<string>`coalesce(cast(${storedId} as text), '')`

const onlyEpoch = prepareStatement((db: Reader) => db.selectNoFrom(selectEpoch(db).as('epoch')))

/** Returns the epoch of the server that runs a transaction. */
export async function readEpoch(db: Reader): Promise<string> {
  const [row] = await onlyEpoch(db, {})
  return row?.epoch ?? ''
}

/**
 * Gives the database an id if it has none, or if it is a copy on another server or in another database; call at startup.
 * Several nodes may do so at once.
 */
export async function ensureDatabaseId({ read, write }: Pick<Database, 'read' | 'write'>): Promise<void> {
  const origin = await readOrigin(read)
  const storedOrigin = await findNumber(read, originName)
  if (storedOrigin === origin) return
  await write(async (tx) => {
    // Another node was faster.
    if (!(await setNumber(tx, originName, origin))) return
    const id = storedOrigin === embeddedOrigin ? await findNumber(tx, databaseIdName) : undefined
    if (id !== undefined) await setNumber(tx, embeddedIdName, id)
    await replaceDatabaseId(tx)
  })
}

/** Begins another epoch: call once the database was restored. */
export async function replaceDatabaseId(tx: Tx): Promise<void> {
  await setNumber(tx, databaseIdName, randomInt(1, 2 ** 48 - 1))
}

async function findNumber(db: Reader, topic: string): Promise<number | undefined> {
  const row = await db.selectFrom('revision').select('n').where('topic', '=', topic).executeTakeFirst()
  return row?.n
}

/** Copies of a file have the same content as the file. */
const embeddedOrigin = 0

/** Returns a number of the place where the tables were created. */
async function readOrigin(db: Reader): Promise<number> {
  if (getDialect(db) === 'sqlite') return embeddedOrigin
  const { rows } = await sql<{ origin: number }>`
    select hashtextextended(concat_ws('-', system_identifier, oid, 'revision'::regclass::oid), 0) & 281474976710655 as origin
    from pg_control_system(), pg_database where datname = current_database()`.execute(db)
  return rows[0]?.origin ?? embeddedOrigin
}
