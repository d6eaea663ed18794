import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import { openDatabase, type Reader } from '../db/db.ts'
import { prepareStatement, type Slots } from '../statements/prepared-statements.ts'

const settingsNamed = prepareStatement((db: Reader, { value }: Slots<{ name: string }>) =>
  db.selectFrom('setting').selectAll().where('name', '=', value('name')),
)

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL', () => {
  const place = createTestDatabase('postgres')

  it('executes both of two transactions that lock each other', async () => {
    const db = await place.open()
    await db.write((tx) =>
      tx
        .insertInto('setting')
        .values([
          { name: 'left', value: '' },
          { name: 'right', value: '' },
        ])
        .execute(),
    )
    const meeting = Promise.withResolvers<void>()
    let arrived = 0
    let runs = 0
    const lockBoth = (first: string, second: string) =>
      db.write(async (tx) => {
        runs++
        const touch = (name: string) =>
          tx.updateTable('setting').set({ value: first }).where('name', '=', name).execute()
        await touch(first)
        if (++arrived === 2) meeting.resolve()
        await meeting.promise
        await touch(second)
        return first
      })
    expect(await Promise.all([lockBoth('left', 'right'), lockBoth('right', 'left')])).toEqual(['left', 'right'])
    // Once more each time the second run takes its lock before the other transaction has woken up.
    expect(runs).toBeGreaterThanOrEqual(3)
  })

  it('rejects a pattern that it does not support', async () => {
    const db = await place.open()
    const query = sql`select 'x' ~ ${'(^|$|a){99}!'}`.execute(db.read)
    await expect(query).rejects.toThrow('A pattern is too complex for the database')
  })

  it('gives up after twenty retries', async () => {
    const db = await place.open()
    let runs = 0
    const failing = db.write(async (tx) => {
      runs++
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(failing).rejects.toThrow('again')
    expect(runs).toBe(21)
  })

  it('rejects a number that JavaScript would round', async () => {
    const db = await place.open()
    await expect(sql`select 9007199254740993::bigint`.execute(db.read)).rejects.toThrow(
      'The number 9007199254740993 is too large',
    )
  })

  it('cancels a statement that takes too long', async () => {
    const db = await openDatabase({ ...place.options(), statementTimeoutMs: 50 })
    await expect(sql`select pg_sleep(5)`.execute(db.read)).rejects.toThrow('statement timeout')
    await db.close()
  })

  it('ends a wait for a lock after its own limit', async () => {
    const db = await place.open()
    const { rows } = await db.write(async (tx) => {
      await sql`lock table setting in exclusive mode`.execute(tx)
      for (const pooling of ['session', 'transaction'] as const) {
        const limited = await openDatabase({ ...place.options(), pooling, lockTimeoutMs: 50 })
        const writing = limited.write((other) =>
          other.insertInto('setting').values({ name: 'locked', value: '' }).execute(),
        )
        await expect(writing).rejects.toThrow('lock timeout')
        await limited.close()
      }
      return sql`select 1 as one`.execute(tx)
    })
    expect(rows).toEqual([{ one: 1 }])
  })

  it.each(['session', 'transaction'] as const)(
    'in %s mode, takes its locks from a write that sends nothing for as long as others wait, and runs it again',
    async (pooling) => {
      const db = await place.open()
      const name = `stuck in ${pooling} mode`
      await db.write((tx) => tx.insertInto('setting').values({ name, value: '' }).execute())
      const stuck = await openDatabase({ ...place.options(), pooling, lockTimeoutMs: 300 })
      const locked = Promise.withResolvers<void>()
      const others = Promise.withResolvers<void>()
      let runs = 0
      const writing = stuck.write(async (tx) => {
        const append = (text: string) =>
          tx
            .updateTable('setting')
            .set(({ ref }) => ({ value: sql<string>`${ref('value')} || ${text}` }))
            .where('name', '=', name)
            .execute()
        runs++
        await append('a')
        locked.resolve()
        await others.promise
        await append('b')
      })
      await locked.promise
      await db.write((tx) => tx.updateTable('setting').set({ value: 'other' }).where('name', '=', name).execute())
      others.resolve()
      await writing
      expect(runs).toBe(2)
      expect(await settingsNamed(db.read, { name })).toEqual([{ name, value: 'otherab' }])
      await stuck.close()
    },
  )

  it.each(['session', 'transaction'] as const)(
    'in %s mode, lets a write that computes for long between two statements do so when it runs again',
    async (pooling) => {
      await place.open()
      const db = await openDatabase({ ...place.options(), pooling, lockTimeoutMs: 60_000, idleTimeoutMs: 100 })
      let runs = 0
      const write = db.write(async (tx) => {
        runs++
        await sql`select 1`.execute(tx)
        await sleep(1000)
        return (await sql<{ two: number }>`select 2 as two`.execute(tx)).rows
      })
      expect(await write).toEqual([{ two: 2 }])
      expect(runs).toBe(2)
      await db.close()
    },
  )

  it.each(['session', 'transaction'] as const)(
    'in %s mode, lets a snapshot take its time between two statements',
    async (pooling) => {
      await place.open()
      const db = await openDatabase({ ...place.options(), pooling, lockTimeoutMs: 100 })
      const timeout = sql<object>`select current_setting('idle_in_transaction_session_timeout') as timeout`
      expect(await db.snapshot(async (reader) => (await timeout.execute(reader)).rows)).toEqual([{ timeout: '0' }])
      expect(await db.write(async (tx) => (await timeout.execute(tx)).rows)).toEqual([{ timeout: '100ms' }])
      await db.close()
    },
  )

  it('has the server find out within half a minute that the machine of a node is gone', async () => {
    const db = await place.open()
    const settings = sql<object>`select current_setting('tcp_keepalives_idle') as idle,
      current_setting('tcp_keepalives_interval') as interval, current_setting('tcp_keepalives_count') as count,
      current_setting('tcp_user_timeout') as unacknowledged`
    expect((await settings.execute(db.read)).rows).toEqual([
      { idle: '10', interval: '5', count: '3', unacknowledged: '25000' },
    ])
  })

  it('survives the loss of its connections, idle and busy', async () => {
    const db = await place.open()
    const other = await openDatabase({ ...place.options(), poolSize: 1 })
    const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const cut = (pid: number | undefined) => sql`select pg_terminate_backend(${pid}::int)`.execute(db.read)
    await cut((await pidOf.execute(other.read)).rows[0]?.pid)
    let runs = 0
    await other.write(async (tx) => {
      if (++runs === 1) await cut((await pidOf.execute(tx)).rows[0]?.pid)
      await sql`select 1`.execute(tx)
    })
    expect(runs).toBe(2)
    expect((await sql`select 1 as one`.execute(other.read)).rows).toEqual([{ one: 1 }])
    await other.close()
  })

  it('executes prepared statements after another process changed the columns', async () => {
    const db = await openDatabase({ ...place.options(), poolSize: 1 })
    await db.migrate()
    const other = await openDatabase(place.options())
    const change = (what: string) => other.write((tx) => sql`alter table setting ${sql.raw(what)}`.execute(tx))
    await db.write((tx) => tx.insertInto('setting').values({ name: 'kept', value: 'yes' }).execute())
    const query = { name: 'kept' }
    expect(await settingsNamed(db.read, query)).toEqual([{ name: 'kept', value: 'yes' }])

    await change('add column more integer not null default 7')
    expect(await settingsNamed(db.read, query)).toEqual([{ name: 'kept', value: 'yes', more: 7 }])
    await change('add column most integer not null default 8')
    const settings = await db.write(async (tx) => {
      await tx.updateTable('setting').set({ value: 'still' }).where('name', '=', 'kept').execute()
      return settingsNamed(tx, query)
    })
    expect(settings).toEqual([{ name: 'kept', value: 'still', more: 7, most: 8 }])
    await change('drop column more')
    expect(await db.snapshot((reader) => settingsNamed(reader, query))).toEqual([
      { name: 'kept', value: 'still', most: 8 },
    ])
    await Promise.all([db.close(), other.close()])
  })

  it('reports at the start that the server does not respond', async () => {
    await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
  })
})
