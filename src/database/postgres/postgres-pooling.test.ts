import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import { findPgbouncer, type Pooler, startPooler } from '../../../test/kit/pooler.ts'
import { type Database, openDatabase, type Reader } from '../db/db.ts'
import { prepareStatement, type Slots } from '../statements/prepared-statements.ts'

const settingsNamed = prepareStatement((db: Reader, { value }: Slots<{ name: string }>) =>
  db.selectFrom('setting').selectAll().where('name', '=', value('name')),
)

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL in transaction mode', () => {
  const place = createTestDatabase('postgres')
  let db: Database
  beforeAll(async () => {
    await place.open()
    db = await openDatabase({ ...place.options(), pooling: 'transaction' })
  })
  afterAll(() => db.close())

  it('reads and writes, without statements that a connection keeps', async () => {
    await db.write((tx) => tx.insertInto('setting').values({ name: 'pooled', value: '1' }).execute())
    expect(await settingsNamed(db.read, { name: 'pooled' })).toEqual([{ name: 'pooled', value: '1' }])
    expect(await db.snapshot((reader) => settingsNamed(reader, { name: 'pooled' }))).toHaveLength(1)
    const result = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(db.read)
    expect(result.rows).toEqual([{ n: 0 }])
  })

  it('limits each statement and has the same settings as a session', async () => {
    const settings = sql<object>`select current_setting('statement_timeout') as timeout,
      current_setting('timezone') as timezone, current_setting('transaction_read_only') as read_only`
    expect((await settings.execute(db.read)).rows).toEqual([{ timeout: '30s', timezone: 'UTC', read_only: 'on' }])
    expect((await db.write((tx) => settings.execute(tx))).rows).toEqual([
      { timeout: '30s', timezone: 'UTC', read_only: 'off' },
    ])
    const limited = await openDatabase({ ...place.options(), pooling: 'transaction', statementTimeoutMs: 50 })
    await expect(sql`select pg_sleep(20)`.execute(limited.read)).rejects.toThrow('statement timeout')
    await limited.close()
  })

  it('rejects a write outside of a transaction, and reports the error of a statement', async () => {
    await expect(sql`insert into setting (name, value) values ('stray', '')`.execute(db.read)).rejects.toThrow(
      'read-only',
    )
    await expect(sql`select missing from setting`.execute(db.read)).rejects.toThrow('"missing" does not exist')
    expect(await settingsNamed(db.read, { name: 'stray' })).toEqual([])
  })

  describe.skipIf(findPgbouncer() === undefined)('through PgBouncer', () => {
    let pooler: Pooler
    beforeAll(async () => {
      pooler = await startPooler(place.options().url ?? '')
    })
    afterAll(() => pooler.stop())

    it('reads and writes on few server connections', async () => {
      const pooled = await openDatabase({ url: pooler.url, pooling: 'transaction', poolSize: 20 })
      const write = (n: number) =>
        pooled.write(async (tx) => {
          await tx
            .insertInto('setting')
            .values({ name: `many${n}`, value: `${n}` })
            .execute()
          return settingsNamed(tx, { name: `many${n}` })
        })
      const read = () => settingsNamed(pooled.read, { name: 'none' })
      const results = await Promise.all(Array.from({ length: 40 }, (_, n) => [write(n), read()]).flat())
      expect(results.filter((rows) => rows.length === 1)).toHaveLength(40)
      expect(await pooled.isReachable()).toBe(true)
      await pooled.close()
    })

    it('refuses to start as if it were a session', async () => {
      await expect(openDatabase({ url: pooler.url })).rejects.toThrow(
        'DATABASE_URL leads to a connection pooler in transaction mode',
      )
    })
  })
})
