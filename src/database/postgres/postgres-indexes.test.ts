import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { createIndexes, createTable, getColumnTypes, type Migration } from '../migrations/migrate.ts'

const pears: Migration = {
  name: 'pears',
  up: (db, dialect) =>
    createTable(db, dialect, 'pear')
      .addColumn('id', getColumnTypes(dialect).id)
      .addColumn('size', getColumnTypes(dialect).integer)
      .execute(),
}
const indexes = createIndexes('indexes', [
  { name: 'pear_by_size', table: 'pear', columns: ['size', 'id'] },
  { name: 'pear_id_unique', table: 'pear', columns: ['id'], isUnique: true },
])

describeOnEachDatabase((place) => {
  it('creates indexes on a table with rows, once', async () => {
    const db = await place.open([pears])
    await db.write((tx) => sql`insert into pear (id, size) values (1, 2), (2, 2)`.execute(tx))
    const later = await openDatabase({ ...place.options(), migrations: [pears, indexes] })
    await later.migrate()
    await later.migrate()
    await expect(later.write((tx) => sql`insert into pear (id, size) values (1, 3)`.execute(tx))).rejects.toThrow(
      /unique/i,
    )
    await later.close()
  })
})

describe.skipIf(inject('postgresUrl') === null)('indexes on PostgreSQL', () => {
  const place = createTestDatabase('postgres')
  const opened: Database[] = []
  const open = async (migrations: readonly Migration[]): Promise<Database> => {
    const db = await openDatabase({ ...place.options(), migrations })
    opened.push(db)
    return db
  }
  const insert = (db: Database, id: number) =>
    db.write((tx) => sql`insert into pear (id, size) values (${id}, ${id})`.execute(tx))
  const listIndexes = async (db: Database) =>
    (
      await sql<{ name: string; valid: number }>`select relname as name, indisvalid as valid from pg_index
        join pg_class on pg_class.oid = indexrelid where indrelid = 'pear'::regclass order by 1`.execute(db.read)
    ).rows
  const findBuilder = async (db: Database): Promise<number | undefined> =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
        and state = 'active' and wait_event_type = 'Lock' and query like '%index concurrently%'
        and pid <> pg_backend_pid()`.execute(db.read)
    ).rows[0]?.pid
  /** Holds the table like a running change of an artifact. */
  const holdTable = async (db: Database, id: number): Promise<() => Promise<unknown>> => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const writing = db.write(async (tx) => {
      await sql`insert into pear (id, size) values (${id}, ${id})`.execute(tx)
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    return () => {
      ended.resolve()
      return writing
    }
  }
  const valid = [
    { name: 'pear_by_size', valid: 1 },
    { name: 'pear_id_unique', valid: 1 },
  ]
  afterEach(async () => {
    const [db] = opened
    if (db !== undefined) await db.write((tx) => sql`drop table if exists pear, migration`.execute(tx))
    for (const each of opened.splice(0)) await each.close()
  })

  it('are created by one of two nodes while others write', async () => {
    const writer = await open([pears])
    await writer.migrate()
    const release = await holdTable(writer, 1)
    const migrating = [await open([pears, indexes]), await open([pears, indexes])].map((db) => db.migrate())
    await expect.poll(() => findBuilder(writer)).toBeDefined()
    // An index within a transaction would let this wait for the other writer.
    await insert(writer, 2)
    expect(await findBuilder(writer)).toBeDefined()
    await release()
    await Promise.all(migrating)
    expect(await listIndexes(writer)).toEqual(valid)
    const { rows } = await sql`select name from migration order by name`.execute(writer.read)
    expect(rows).toEqual([{ name: 'indexes' }, { name: 'pears' }])
  })

  it('are dropped and created again after an interruption', async () => {
    const writer = await open([pears])
    await writer.migrate()
    const release = await holdTable(writer, 1)
    // A node that is killed: its server process ends, and the index stays invalid.
    const killed = new pg.Client({ connectionString: place.options().url })
    killed.on('error', () => undefined)
    await killed.connect()
    const building = killed.query('create index concurrently pear_by_size on pear (size)').catch(() => undefined)
    await expect.poll(() => findBuilder(writer)).toBeDefined()
    await sql`select pg_terminate_backend(${await findBuilder(writer)}::int)`.execute(writer.read)
    await building
    expect(await listIndexes(writer)).toEqual([{ name: 'pear_by_size', valid: 0 }])
    const migrating = (await open([pears, indexes])).migrate()
    await expect.poll(() => findBuilder(writer)).toBeDefined()
    await insert(writer, 2)
    await release()
    await migrating
    expect(await listIndexes(writer)).toEqual(valid)
    expect((await sql<{ n: number }>`select count(*) as n from pear where size > 0`.execute(writer.read)).rows).toEqual(
      [{ n: 2 }],
    )
  })

  it('wait for a server process that still creates them for a node that was killed', async () => {
    const writer = await open([pears])
    await writer.migrate()
    const release = await holdTable(writer, 1)
    const orphan = new pg.Client({ connectionString: place.options().url })
    await orphan.connect()
    const building = orphan.query('create index concurrently pear_by_size on pear (size, id)')
    await expect.poll(() => findBuilder(writer)).toBeDefined()
    const migrating = (await open([pears, indexes])).migrate()
    await insert(writer, 2)
    await release()
    await Promise.all([building, migrating])
    await orphan.end()
    expect(await listIndexes(writer)).toEqual(valid)
  })

  it('are created again when the connection is lost', async () => {
    const writer = await open([pears])
    await writer.migrate()
    const release = await holdTable(writer, 1)
    const migrating = (await open([pears, indexes])).migrate()
    await expect.poll(() => findBuilder(writer)).toBeDefined()
    const first = await findBuilder(writer)
    await sql`select pg_terminate_backend(${first}::int)`.execute(writer.read)
    await expect.poll(async () => [undefined, first].includes(await findBuilder(writer))).toBe(false)
    await release()
    await migrating
    expect(await listIndexes(writer)).toEqual(valid)
  })
})
