import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPostgresServer, type PostgresServer, type StreamingReplica } from '../../../test/kit/postgres-server.ts'
import { ensureDatabaseId } from '../changes/database-epoch.ts'
import { type Database, openDatabase, type Reader } from '../db/db.ts'

const poolings = ['session', 'transaction'] as const

describe.skipIf(inject('postgresUrl') === null).each(poolings)('a streaming replica in mode %s', (pooling) => {
  let primary: PostgresServer
  let replica: StreamingReplica
  let db: Database
  const opened: Database[] = []

  const open = async (url: string, readUrl?: string): Promise<Database> => {
    const database = await openDatabase({ url, readUrl, pooling, outageWaitMs: 60_000 })
    opened.push(database)
    return database
  }
  /** On the server itself: `sql` is not passed to the replica by a database of Tulipwood. */
  const runOn = async (server: { readonly url: string }, statement: string): Promise<unknown> => {
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows[0]
  }
  const isReadOnReplica = async (reader: Reader): Promise<boolean> =>
    (await sql<{ standby: number }>`select pg_is_in_recovery() as standby`.execute(reader)).rows[0]?.standby === 1
  const set = (name: string, value: string) =>
    db.write((tx) =>
      tx
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    )
  const get = async (reader: Reader, name: string) =>
    (await reader.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value

  beforeAll(async () => {
    primary = await createPostgresServer()
    const first = await open(primary.url)
    await first.migrate()
    await ensureDatabaseId(first)
    await first.close()
    replica = await primary.startReplica()
    db = await open(primary.url, replica.url)
  })
  afterEach(async () => {
    await runOn(replica, 'select pg_wal_replay_resume()').catch(() => undefined)
  })
  afterAll(async () => {
    for (const each of opened) await each.close()
    await primary.stop()
  })

  it('runs long reads and those of exports, and nothing else', async () => {
    await expect.poll(() => isReadOnReplica(db.longRead)).toBe(true)
    expect(await isReadOnReplica(db.exportRead)).toBe(true)
    expect(await isReadOnReplica(db.read)).toBe(false)
    expect(await isReadOnReplica(db.quickRead)).toBe(false)
    expect(await db.snapshot(isReadOnReplica)).toBe(false)
    expect(await db.write(isReadOnReplica)).toBe(false)
    expect(db.statistics().replica).toMatchObject({ replica: 2 })
  })

  it('returns what was committed before, also by another node', async () => {
    const other = await open(primary.url, replica.url)
    for (let n = 0; n < 40; n++) {
      await set('counter', `${n}`)
      expect(await get(other.longRead, 'counter')).toBe(`${n}`)
    }
    expect(other.statistics().replica?.replica).toBeGreaterThan(0)
  })

  it('is not used while it is behind', async () => {
    await set('paused', 'before')
    await expect.poll(() => isReadOnReplica(db.longRead)).toBe(true)
    await runOn(replica, 'select pg_wal_replay_pause()')
    await set('paused', 'after')
    expect(await get(db.longRead, 'paused')).toBe('after')
    expect(await runOn(replica, `select value from setting where name = 'paused'`)).toEqual({ value: 'before' })
    await runOn(replica, 'select pg_wal_replay_resume()')
    await expect.poll(() => isReadOnReplica(db.longRead), { timeout: 10_000 }).toBe(true)
    expect(await get(db.longRead, 'paused')).toBe('after')
  })

  it('may be lost in the middle of a read', async () => {
    await expect.poll(() => isReadOnReplica(db.longRead), { timeout: 10_000 }).toBe(true)
    const reading = sql<{ value: string }>`select value, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)
      from setting where name = 'paused'`.execute(db.longRead)
    const findSleeper = () =>
      runOn(replica, `select pid from pg_stat_activity where query like '%pg_sleep(case%' and pid <> pg_backend_pid()`)
    await expect.poll(findSleeper).toBeDefined()
    await replica.kill()
    expect((await reading).rows[0]?.value).toBe('after')
    expect(await get(db.longRead, 'paused')).toBe('after')
    await replica.start()
    await expect.poll(() => isReadOnReplica(db.longRead), { timeout: 20_000 }).toBe(true)
  })

  it('reports an error of a statement as the primary does', async () => {
    await expect(sql`select missing from setting`.execute(db.longRead)).rejects.toThrow('"missing" does not exist')
  })

  it('is not used by a node whose primary is on another timeline', async () => {
    const promoted = await primary.startReplica()
    await expect.poll(() => isReadOnReplica(db.longRead), { timeout: 20_000 }).toBe(true)
    await runOn(promoted, 'select pg_promote()')
    const later = await open(promoted.url, replica.url)
    // The former primary still writes, so its replica has a later position than the new primary.
    await set('split', 'of the former primary')
    await runOn(primary, `select pg_switch_wal(), pg_sleep(0)`)
    await set('split', 'of the former primary, later')
    await later.write((tx) => tx.insertInto('setting').values({ name: 'split', value: 'of the new one' }).execute())
    const isAhead = async () => {
      const { lsn } = (await runOn(promoted, 'select pg_current_wal_insert_lsn()::text as lsn')) as { lsn: string }
      return runOn(replica, `select pg_last_wal_replay_lsn() > '${lsn}'::pg_lsn as ahead`)
    }
    await expect.poll(isAhead).toEqual({ ahead: true })
    expect(await get(later.longRead, 'split')).toBe('of the new one')
    expect(later.statistics().replica).toEqual({ replica: 0, primary: 1 })
  })
})
