import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { open } from '../test/open.ts'
import { startProcess } from '../test/process.ts'
import { openExclusively } from './exclusive.ts'
import type { SqliteDatabase } from './sqlite.ts'
import type { Connection } from './types.ts'

describe('SQLite', () => {
  let file: string
  const opened: SqliteDatabase[] = []

  async function openHere(): Promise<SqliteDatabase> {
    const database = await open(file)
    opened.push(database)
    return database
  }

  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'tulipwood-sqlite-')), 'data', 'a.sqlite')
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    await rm(path.dirname(path.dirname(file)), { recursive: true, force: true })
  })

  const put = (connection: Connection, name: string, value = '') =>
    connection.execute('insert into setting (name, value) values (?, ?)', [name, value])
  const names = async (connection: Connection, pattern: string): Promise<string[]> => {
    const { rows } = await connection.execute('select name from setting where name like ? order by name', [pattern])
    return rows.map(({ name }) => name)
  }
  const pragma = async (connection: Connection, name: string): Promise<unknown> =>
    Object.values((await connection.execute(`pragma ${name}`, [])).rows[0] ?? {})[0]

  it('uses a WAL, checks references, and has pages of 8 KB', async () => {
    const database = await openHere()
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'page_size']
    const found = await database.write((connection) => Promise.all(settings.map((name) => pragma(connection, name))))
    expect(found).toEqual(['wal', 1, 1, 8_192])
  })

  it('stores files that other users of the machine cannot read', async () => {
    const database = await openHere()
    await database.write(async (connection) => put(connection, 'private'))
    for (const suffix of ['', '-wal', '-shm'])
      expect([suffix, (await stat(file + suffix)).mode & 0o137]).toEqual([suffix, 0])
  })

  it.each([
    ["select ? as a, '?' as b", 1],
    ['select ? as "what?", ? as b -- ?', 2],
    ["select 'it''s ?' || ? /* ? \n ? */ as b", 1],
  ])('counts the parameters of %s', async (text, count) => {
    const { read } = await openHere()
    const run = async (parameters: readonly unknown[]) => read.execute(text, parameters)
    const exact = Array.from({ length: count }, () => 'x')
    expect((await run(exact)).rows).toHaveLength(1)
    await expect(run(exact.slice(1))).rejects.toThrow(`has ${count} parameters but ${count - 1} values`)
    await expect(run([...exact, 'y'])).rejects.toThrow(`has ${count} parameters but ${count + 1} values`)
  })

  it.each([
    [true, 'true'],
    [undefined, 'undefined'],
    [Number.NaN, 'NaN'],
    [new Date(), 'a Date'],
  ])('refuses the parameter %s, which the driver would convert or omit', async (value, description) => {
    const { read } = await openHere()
    const run = async () => read.execute('select ? as a', [value])
    await expect(run()).rejects.toThrow(`Parameter 1 cannot be stored: ${description}`)
  })

  it('returns integers as they were stored, and counts the rows of a change', async () => {
    const database = await openHere()
    await database.write(async (connection) => {
      expect((await connection.execute(`select '#' || ? as text, ? as n`, [5, 2 ** 40])).rows).toEqual([
        { text: '#5', n: 2 ** 40 },
      ])
      await put(connection, 'one')
      await put(connection, 'two')
      const { numAffectedRows, rows } = await connection.execute('delete from setting', [])
      expect([numAffectedRows, rows]).toEqual([2n, []])
    })
  })

  it('runs its functions on all connections, the thread included', async () => {
    const database = await openHere()
    const query = ['select is_palindrome(?) as yes, is_palindrome(?) as no', ['level', 'lever']] as const
    const found = [
      await database.read.execute(...query),
      await database.quickRead.execute(...query),
      await database.longRead.execute(...query),
      await database.snapshot(async (connection) => connection.execute(...query)),
      await database.write(async (connection) => connection.execute(...query)),
    ]
    for (const { rows } of found) expect(rows).toEqual([{ yes: 1, no: 0 }])
  })

  it('shows a snapshot the state of its beginning, and all other reads each commit', async () => {
    const database = await openHere()
    await database.snapshot(async (snapshot) => {
      expect(await names(snapshot, '%')).toEqual([])
      await database.write(async (connection) => put(connection, 'new'))
      expect(await names(snapshot, '%')).toEqual([])
      for (const reader of [database.read, database.quickRead, database.longRead])
        expect(await names(reader, '%')).toEqual(['new'])
    })
  })

  it('rolls back a failed work of a batch alone', async () => {
    const database = await openHere()
    const outcomes = await Promise.allSettled([
      database.write(async (connection) => put(connection, 'before')),
      database.write(async (connection) => {
        await put(connection, 'failed')
        throw new Error('no')
      }),
      database.write(async (connection) => put(connection, 'after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names(database.read, '%')).toEqual(['after', 'before'])
  })

  it('commits no migration that breaks a reference', async () => {
    const database = await openHere()
    const migration = database.migrate(async (connection) => {
      await connection.execute('create table child (name text references setting (name)) strict', [])
      await connection.execute(`insert into child (name) values ('missing')`, [])
    })
    await expect(migration).rejects.toThrow('leaves a broken reference')
    expect((await database.read.execute(`select * from sqlite_schema where name = 'child'`, [])).rows).toEqual([])
  })

  it('waits for a writer in another process without blocking this one', async () => {
    const database = await openHere()
    const other = startProcess(
      file,
      `await database.write(async (connection) => {
        connection.execute("insert into setting (name) values ('theirs')", [])
        print('holding')
        await new Promise((resolve) => setTimeout(resolve, 400))
      })
      await database.close()`,
    )
    expect(await other.readLine()).toBe('holding')
    let ticks = 0
    const ticking = setInterval(() => {
      ticks++
    }, 5)
    let isWritten = false
    const write = database
      .write(async (connection) => put(connection, 'ours'))
      .then(() => {
        isWritten = true
      })
    await sleep(50)
    expect(isWritten).toBe(false)
    expect(await names(database.read, '%')).toEqual([])
    await write
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(10)
    await other.readRest()
    expect(await names(database.read, '%')).toEqual(['ours', 'theirs'])
  })

  it('loses no confirmed write if the process is killed', async () => {
    const database = await openHere()
    let before = 0
    for (let round = 0; round < 5; round++) {
      const other = startProcess(
        file,
        `const put = async (name) => {
          await database.write(async (connection) => {
            connection.execute("insert into setting (name, value) values (?, 'k')", [name])
          })
          print(name)
        }
        for (let i = 0; ; i++) await Promise.all([0, 1, 2, 3].map((lane) => put('k${round} ' + i + ' ' + lane)))`,
      )
      const confirmed: string[] = []
      while (confirmed.length < 81) confirmed.push(await other.readLine())
      await sleep(round * 7)
      other.kill()
      confirmed.push(...(await other.readRest()))
      const stored = new Set(await names(database.read, 'k%'))
      expect(confirmed.filter((name) => !stored.has(name))).toEqual([])
      expect(stored.size).toBeGreaterThanOrEqual(before + confirmed.length)
      before = stored.size
    }
    expect(await pragma(database.read, 'integrity_check')).toBe('ok')
  })

  it('rejects a batch whose transaction SQLite rolled back, and continues', async () => {
    const database = await openHere()
    // On a busy machine the first write may take longer than a batch waits for others.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    const outcomes = await Promise.allSettled([
      database.write(async (connection) => put(connection, 'before')),
      // Simulates a full disk, after which SQLite may have rolled back everything.
      database.write(async (connection) => {
        await connection.execute('rollback', [])
        throw new Error('the disk is full')
      }),
      database.write(async (connection) => put(connection, 'after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await names(database.read, '%')).toEqual(['after'])
  })

  it('rejects all writes of a batch if the disk is full, and continues when there is space', async () => {
    const database = await openHere()
    const limit = (pages: number) =>
      database.write(async (connection) => connection.execute(`pragma max_page_count = ${pages}`, []))
    await limit(1)
    const large = 'x'.repeat(1_000_000)
    const outcomes = await Promise.allSettled(
      ['full 1', 'full 2'].map((name) => database.write(async (connection) => put(connection, name, large))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await limit(1_000_000)
    await database.write(async (connection) => put(connection, 'room again'))
    expect(await names(database.read, '%')).toEqual(['room again'])
  })

  it('checkpoints a large transaction after it was confirmed, and small ones as before', async () => {
    const database = await openHere()
    const sizeOf = async (name: string) => (await stat(name)).size
    const checkpointAfter = () => database.write((connection) => pragma(connection, 'wal_autocheckpoint'))
    const before = await sizeOf(file)
    await database.write(async (connection) => {
      for (let i = 0; i < 2_000; i++) await put(connection, `large ${i}`, 'x'.repeat(4_000))
    })
    // The writer copies less: it leaves a large transaction to the thread.
    await expect.poll(() => sizeOf(file)).toBeGreaterThan(before + 8_000_000)
    await expect.poll(checkpointAfter).toBe(1_000)
    const logSize = await sizeOf(`${file}-wal`)
    await database.write(async (connection) => put(connection, 'small'))
    expect(await sizeOf(`${file}-wal`), 'the log is written from its beginning again').toBe(logSize)
    await database.close()
    expect(await names((await openHere()).read, 'large %')).toHaveLength(2_000)
  })

  it('opens a database exclusively only while no other connection has it open, and then refuses to write', async () => {
    const database = await openHere()
    await database.write(async (connection) => put(connection, 'kept'))
    expect(() => openExclusively(file)).toThrow('a.sqlite is in use')
    await database.close()
    const alone = openExclusively(file)
    try {
      expect(await names(alone, '%')).toEqual(['kept'])
      await expect(async () => put(alone, 'more')).rejects.toThrow('readonly')
    } finally {
      alone.close()
    }
  })

  it('accepts nothing after it was closed', async () => {
    const database = await openHere()
    await database.close()
    await expect(database.write(async () => 1)).rejects.toThrow('The database is closed')
    await expect(async () => database.longRead.execute('select 1', [])).rejects.toThrow('The database is closed')
  })
})
