import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import { startScript } from '../../../test/kit/script-process.ts'
import type { Tx } from '../db/db.ts'

describe('SQLite', () => {
  const place = createTestDatabase('sqlite')
  const put = (tx: Tx, name: string) => tx.insertInto('setting').values({ name, value: '' }).execute()

  it('uses a WAL, checks references, and has pages of 8 KB', async () => {
    const db = await place.open()
    const read = async (tx: Tx, name: string) =>
      Object.values((await sql`pragma ${sql.raw(name)}`.execute(tx)).rows[0] ?? {})[0]
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'page_size']
    const found = await db.write(async (tx) => Promise.all(names.map((name) => read(tx, name))))
    expect(found).toEqual(['wal', 1, 1, 8_192])
  })

  it('stores files that other users of the machine cannot read', async () => {
    const db = await place.open()
    await db.write((tx) => put(tx, 'private'))
    const directory = place.options().directory ?? ''
    for (const name of ['tulipwood.sqlite', 'tulipwood.sqlite-wal', 'tulipwood.sqlite-shm'])
      expect([name, (await stat(path.join(directory, name))).mode & 0o137]).toEqual([name, 0])
  })

  it.each([
    ["select ? as a, '?' as b", 1],
    ['select ? as "what?", ? as b -- ?', 2],
    ["select 'it''s ?' || ? /* ? \n ? */ as b", 1],
  ])('counts the parameters of %s', async (text, count) => {
    const db = await place.open()
    const run = (parameters: readonly unknown[]) =>
      db.read.getExecutor().executeQuery({ ...sql``.compile(db.read), sql: text, parameters })
    const exact = Array.from({ length: count }, () => 'x')
    expect((await run(exact)).rows).toHaveLength(1)
    await expect(run(exact.slice(1))).rejects.toThrow(`has ${count} parameters but ${count - 1} values`)
    await expect(run([...exact, 'y'])).rejects.toThrow(`has ${count} parameters but ${count + 1} values`)
  })

  it('waits for a writer in another process without blocking this one', async () => {
    const db = await place.open()
    const other = startScript(`
      const db = await openDatabase(${JSON.stringify(place.options())})
      await db.write(async (tx) => {
        await sql\`insert into setting (name, value) values ('theirs', '')\`.execute(tx)
        console.log('holding')
        await new Promise((resolve) => setTimeout(resolve, 400))
      })
      await db.close()`)
    await other.waitForOutput('holding')
    let ticks = 0
    const ticking = setInterval(() => {
      ticks++
    }, 5)
    let written = false
    const write = db
      .write((tx) => put(tx, 'ours'))
      .then(() => {
        written = true
      })
    await sleep(50)
    expect(written).toBe(false)
    expect(await db.read.selectFrom('setting').select('name').where('name', '=', 'theirs').execute()).toEqual([])
    await write
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(10)
    await other.output
    const names = await db.read.selectFrom('setting').select('name').where('name', 'in', ['ours', 'theirs']).execute()
    expect(names).toHaveLength(2)
  })

  it('loses no confirmed write if the process is killed', async () => {
    const db = await place.open()
    let before = 0
    for (let round = 0; round < 5; round++) {
      const other = startScript(`
        import { writeSync } from 'node:fs'
        const db = await openDatabase(${JSON.stringify(place.options())})
        const put = async (name) => {
          await db.write(async (tx) => {
            await sql\`insert into setting (name, value) values (\${name}, 'k')\`.execute(tx)
          })
          writeSync(1, name + '\\n')
        }
        for (let i = 0; ; i++) await Promise.all([0, 1, 2, 3].map((lane) => put('k${round} ' + i + ' ' + lane)))`)
      await other.waitForOutput(`k${round} 20 `)
      await sleep(round * 7)
      await other.kill()
      const answered = other.printed.split('\n').slice(0, -1)
      const rows = await db.read.selectFrom('setting').select('name').where('value', '=', 'k').execute()
      const kept = new Set(rows.map(({ name }) => name))
      expect(answered.length).toBeGreaterThan(80)
      expect(answered.filter((name) => !kept.has(name))).toEqual([])
      expect(kept.size).toBeGreaterThanOrEqual(before + answered.length)
      before = kept.size
    }
    const { rows } = await sql`pragma integrity_check`.execute(db.read)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })

  it('rejects a batch whose transaction SQLite rolled back, and continues', async () => {
    const db = await place.open()
    const outcomes = await Promise.allSettled([
      db.write((tx) => put(tx, 'before')),
      // Simulates a full disk, after which SQLite may have rolled back everything.
      db.write(async (tx) => {
        await sql`rollback`.execute(tx)
        throw new Error('the disk is full')
      }),
      db.write((tx) => put(tx, 'after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    const names = await db.read.selectFrom('setting').select('name').where('name', 'in', ['before', 'after']).execute()
    expect(names).toEqual([{ name: 'after' }])
  })

  it('rejects all writes of a batch if the disk is full, and continues when there is space', async () => {
    const db = await place.open()
    const limit = (pages: number) => db.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
    await limit(1)
    const large = 'x'.repeat(1_000_000)
    const outcomes = await Promise.allSettled(
      ['full 1', 'full 2'].map((name) =>
        db.write((tx) => tx.insertInto('setting').values({ name, value: large }).execute()),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await limit(1_000_000)
    await db.write((tx) => put(tx, 'room again'))
    const names = await db.read.selectFrom('setting').select('name').where('name', 'like', 'full %').execute()
    expect(names).toEqual([])
  })

  it('checkpoints a large transaction after it was confirmed, and small ones as before', async () => {
    const db = await place.open()
    const file = path.join(place.options().directory ?? '', 'tulipwood.sqlite')
    const sizeOf = async (name: string) => (await stat(name)).size
    const checkpointAfter = async () =>
      Object.values((await db.write((tx) => sql`pragma wal_autocheckpoint`.execute(tx))).rows[0] ?? {})[0]
    const before = await sizeOf(file)
    await db.write(async (tx) => {
      for (let i = 0; i < 2_000; i++)
        await tx
          .insertInto('setting')
          .values({ name: `large ${i}`, value: 'x'.repeat(4_000) })
          .execute()
    })
    // The writer copies less: it leaves a large transaction to the thread.
    await expect.poll(() => sizeOf(file)).toBeGreaterThan(before + 8_000_000)
    await expect.poll(checkpointAfter).toBe(1_000)
    const logSize = await sizeOf(`${file}-wal`)
    await db.write((tx) => put(tx, 'small'))
    expect(await sizeOf(`${file}-wal`), 'the log is written from its beginning again').toBe(logSize)
    await db.close()
    const again = await place.open()
    expect(
      await again.read.selectFrom('setting').select('name').where('name', 'like', 'large %').execute(),
    ).toHaveLength(2_000)
  })

  it('rejects streaming of rows with an alternative', async () => {
    const db = await place.open()
    const rows = db.read.selectFrom('setting').select('name').stream()
    await expect(rows.next()).rejects.toThrow('page by page')
  })
})
