import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabaseDirectory } from '../../../test/kit/database-directory.ts'
import { createDatabase } from '../../../test/kit/postgres-server.ts'
import { type Database, openDatabase } from '../db/db.ts'
import type { Migration } from '../migrations/migrate.ts'
import { createTables } from '../migrations/table-shape.ts'
import { createSequence } from '../sql/sql.ts'
import { createTextIndexes } from '../sql/text-index.ts'
import { createTailTable } from '../sql/unindexed-texts.ts'
import { type DatabaseLocation, describeLocation } from './database-location.ts'
import { type MoveResult, moveDatabase } from './move-database.ts'

/** Every kind of column and of key; a table that is listed before the one it references. */
const orchard: Migration = {
  name: '0001-orchard',
  async up(db, dialect) {
    if (dialect === 'sqlite') await createTailTable(db)
    await createTables(db, dialect, {
      apple: {
        columns: { id: 'id', tree_id: 'id', weight: 'real', is_ripe: 'flag', note: 'text?', skin: 'bytes?' },
        key: ['id'],
        references: { tree_id: 'tree' },
      },
      pair: {
        columns: { name: 'text', place: 'id' },
        key: ['name', 'place'],
        isClustered: true,
        unique: [['place']],
        indexes: [['place', 'name']],
      },
      loose: { columns: { value: 'integer' } },
      tree: { columns: { id: 'id', name: 'text' }, key: ['id'] },
      value_text: {
        columns: { id: 'auto', text: 'text', words: 'words' },
        key: ['id'],
        defaults: { words: '' },
      },
    })
    await createTextIndexes(db, dialect, 'value_text', ['parts', 'words'])
    await createSequence(db, dialect, 'artifact', 7)
    await createSequence(db, dialect, 'user', 101)
    // A migration of each database inserts the same rows.
    await db.insertInto('tree').values({ id: 1, name: 'built in' }).execute()
  },
}

const rowCount = 1200

async function fill(db: Database): Promise<void> {
  const numbers = Array.from({ length: rowCount }, (_, index) => index + 1)
  await db.write(async (tx) => {
    const insert = (table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]) =>
      Promise.all(
        rows.map((row) =>
          sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
            values (${sql.join(row)})`.execute(tx),
        ),
      )
    await sql`update tree set name = 'changed'`.execute(tx)
    await insert(
      'tree',
      ['id', 'name'],
      numbers.map((n) => [n + 1, `tree ${n}`]),
    )
    await insert(
      'apple',
      ['id', 'tree_id', 'weight', 'is_ripe', 'note', 'skin'],
      [
        [1, 1, 0.1, 0, null, null],
        [2, 1, 1e300, 1, '', new Uint8Array()],
        [3, 2, -0.5, 1, `Ä "q" 'q' \\ \n\t€ 😀 \u2028`, new Uint8Array([0, 255, 10])],
        [Number.MAX_SAFE_INTEGER, 2, 3, 0, 'x'.repeat(5_000_000), null],
        [4, 3, 1e17, 0, '{"a":null}', null],
      ],
    )
    await insert(
      'pair',
      ['name', 'place'],
      numbers.map((n) => [['b', 'B', 'ä', 'a', '_', '-'][n % 6], n % 7 === 0 ? -n : n]),
    )
    await insert(
      'loose',
      ['value'],
      numbers.map((n) => [n % 3]),
    )
    await insert(
      'value_text',
      ['id', 'text'],
      numbers.map((n) => [n * 2, `the ${n}th oak of the alley`]),
    )
    await sql`delete from value_text where id = 40`.execute(tx)
  })
}

/** Buffers of one driver and arrays of the other. */
const toPlainBytes = (_name: string, value: any): unknown =>
  value instanceof Uint8Array ? [...value] : value?.type === 'Buffer' ? value.data : value

describe.skipIf(inject('postgresUrl') === null)('moveDatabase', () => {
  const directories: string[] = []
  const drops: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const drop of drops) await drop()
    for (const directory of directories) await rm(directory, { recursive: true, force: true })
  })

  async function createSqlite(): Promise<DatabaseLocation> {
    const directory = await createDatabaseDirectory('tulipwood-move-')
    directories.push(directory)
    return { directory }
  }
  async function createPostgres(): Promise<DatabaseLocation> {
    const { url, drop } = await createDatabase(inject('postgresUrl') ?? '')
    drops.push(drop)
    return { url }
  }
  async function withDatabase<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase({ ...location, migrations: [orchard] })
    try {
      await db.migrate()
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const move = (
    from: DatabaseLocation,
    to: DatabaseLocation,
    onProgress: (done: number, total: number, what: string) => void = () => {},
  ): Promise<MoveResult> =>
    moveDatabase({ from, to, pooling: 'session', outageWaitMs: 0, onProgress, migrations: [orchard] })
  /** Ends a move like a crash: between two transactions. */
  const interrupt = async (from: DatabaseLocation, to: DatabaseLocation): Promise<void> => {
    const ending = move(from, to, (done) => {
      if (done > 900) throw new Error('crash')
    })
    await expect(ending).rejects.toThrow('crash')
  }
  /** Every row as JSON, in an order of its own. */
  const dump = (location: DatabaseLocation) =>
    withDatabase(location, async (db) => {
      const tables: Record<string, string[]> = {}
      for (const name of ['apple', 'loose', 'pair', 'tree', 'value_text']) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.read)
        tables[name] = rows.map(({ words, ...row }) => JSON.stringify(row, toPlainBytes)).sort()
      }
      return tables
    })

  let sqlite: DatabaseLocation
  let expected: Record<string, string[]>
  beforeAll(async () => {
    sqlite = await createSqlite()
    await withDatabase(sqlite, async (db) => {
      await fill(db)
      await db.write(async (tx) => {
        await sql`update sequence set next = 4000 where name = 'artifact'`.execute(tx)
      })
    })
    expected = await dump(sqlite)
  })

  it('copies every kind of value there and back, continuing after interruptions', async () => {
    const postgres = await createPostgres()
    await interrupt(sqlite, postgres)
    await expect(withDatabase(postgres, async () => {})).rejects.toThrow(
      'The database is the target of a move that is not finished',
    )
    const there = await move(sqlite, postgres)
    expect(there).toMatchObject({ tables: 5, rows: 4 * rowCount + 1 + 5 - 1 })
    expect(there.resumedRows).toBeGreaterThan(900)
    expect(there.resumedRows).toBeLessThan(there.rows)
    expect(await dump(postgres)).toEqual(expected)

    const back = await createSqlite()
    await interrupt(postgres, back)
    expect((await move(postgres, back)).resumedRows).toBeGreaterThan(900)
    expect(await dump(back)).toEqual(expected)
    for (const location of [postgres, back])
      await withDatabase(location, async (db) => {
        const [catalog, name] = db.dialect === 'sqlite' ? ['sqlite_master', 'name'] : ['pg_class', 'relname']
        const { rows } = await sql`select 1 from ${sql.table(catalog)}
          where ${sql.ref(name)} = 'unfinished_move'`.execute(db.read)
        expect(rows).toEqual([])
      })
  })

  it('sets the next ids, numbers rows after the last one, and fills the text indexes', async () => {
    const [postgres, back] = [await createPostgres(), await createSqlite()]
    await move(sqlite, postgres)
    await withDatabase(postgres, async (db) => {
      const { rows } = await db.write((tx) =>
        sql<{ artifact: number; user: number; text: number }>`select nextval('seq_artifact') as artifact,
          nextval('seq_user') as user, nextval('value_text_id_seq') as text`.execute(tx),
      )
      expect(rows).toEqual([{ artifact: 4000, user: 101, text: 2 * rowCount + 1 }])
      const words = await sql`select id from value_text where words @@ '''77th'' <-> ''oak'''::tsquery`.execute(db.read)
      expect(words.rows).toEqual([{ id: 154 }])
    })
    await move(postgres, back)
    await withDatabase(back, async (db) => {
      const { rows } = await sql`select name, next from sequence order by name`.execute(db.read)
      expect(rows).toEqual([
        { name: 'artifact', next: 4001 },
        { name: 'user', next: 102 },
      ])
      const find = async (index: string, text: string) =>
        (await sql`select rowid from ${sql.table(index)} where ${sql.ref(index)} match ${text}`.execute(db.read)).rows
      expect(await find('value_text_words', '"77th oak"')).toEqual([{ rowid: 154 }])
      expect(await find('value_text_parts', '"e 77t"')).toEqual([{ rowid: 154 }])
    })
  })

  it('creates the indexes and foreign keys of PostgreSQL after the rows, continuing after an interruption', async () => {
    const [empty, postgres] = [await createPostgres(), await createPostgres()]
    const load = (location: DatabaseLocation) =>
      withDatabase(location, async (db) => {
        const { rows } = await sql<{
          definition: string
        }>`select pg_get_indexdef(indexrelid) as definition from pg_index
            where indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema()::regnamespace`.execute(db.read)
        return rows.map(({ definition }) => definition).sort()
      })
    const steps: string[] = []
    const ending = move(sqlite, postgres, (done, total, what) => {
      if (what !== 'indexed') return
      steps.push(`${done} of ${total}`)
      if (done === 2) throw new Error('crash')
    })
    await expect(ending).rejects.toThrow('crash')
    const { rows, resumedRows } = await move(sqlite, postgres, (done, total, what) => {
      if (what === 'indexed') steps.push(`${done} of ${total}`)
    })
    expect(resumedRows).toBe(rows)
    // One of pair, two of texts; the foreign key of apple.
    expect(steps).toEqual(['1 of 4', '2 of 4', '1 of 2', '2 of 2'])
    const definitions = await load(postgres)
    expect(definitions).toEqual(await load(empty))
    expect(definitions.filter((each) => /using gin|FOREIGN KEY|\(place, name\)/i.test(each))).toHaveLength(4)
  })

  it('creates the indexes of SQLite after the rows, continuing after an interruption', async () => {
    const [postgres, empty, back] = [await createPostgres(), await createSqlite(), await createSqlite()]
    await withDatabase(empty, async () => {})
    await move(sqlite, postgres)
    const load = (location: DatabaseLocation) => {
      const file = new DatabaseSync(describeLocation(location), { readOnly: true })
      const indexes = file.prepare("select name, sql from sqlite_master where type = 'index' order by name").all()
      file.close()
      return indexes
    }
    const ending = move(postgres, back, (_done, _total, what) => {
      if (what === 'indexed') throw new Error('crash')
    })
    await expect(ending).rejects.toThrow('crash')
    // The one of pair was created before the crash.
    const { rows, resumedRows } = await move(postgres, back, (_done, _total, what) => expect(what).not.toBe('indexed'))
    expect(resumedRows).toBe(rows)
    expect(load(back)).toEqual(load(empty))
    expect(load(back)).toContainEqual({ name: expect.any(String), sql: expect.stringContaining('"place", "name"') })
  })

  it('names the table of a row that refers to nothing', async () => {
    const [source, postgres] = [await createSqlite(), await createPostgres()]
    await withDatabase(source, async () => {})
    const file = new DatabaseSync(describeLocation(source))
    file.exec('pragma foreign_keys = off; insert into apple (id, tree_id, weight, is_ripe) values (1, 77, 1, 0)')
    file.close()
    await expect(move(source, postgres)).rejects.toThrow(/^A row of apple is rejected: .*"apple_tree_id_fk"$/)
  })

  it('refuses a target with data, and one that another move has begun', async () => {
    const postgres = await createPostgres()
    const other = await createSqlite()
    await withDatabase(other, async () => {})
    await interrupt(sqlite, postgres)
    await expect(move(other, postgres)).rejects.toThrow(
      `${describeLocation(postgres)} contains part of ${describeLocation(sqlite)}, whose move was not finished: finish it, or drop it and create it again, or choose another database`,
    )
    await move(sqlite, postgres)
    await expect(move(sqlite, postgres)).rejects.toThrow(
      `${describeLocation(postgres)} has data already, and nothing is overwritten: drop it and create it again, or choose another database`,
    )
    await expect(move(postgres, other)).rejects.toThrow(
      `${describeLocation(other)} has data already, and nothing is overwritten: move this file away, or choose another directory`,
    )
    expect(await dump(postgres)).toEqual(expected)
  })

  it('refuses a source that a server uses, and leaves the target empty', async () => {
    const postgres = await createPostgres()
    const back = await createSqlite()
    await withDatabase(sqlite, async (db) => {
      await sql`select 1 from tree limit 1`.execute(db.read)
      await expect(move(sqlite, postgres)).rejects.toThrow(
        `${describeLocation(sqlite)} is in use: stop the server and other commands first`,
      )
    })
    // The target was not touched: it is still an empty database.
    await move(sqlite, postgres)
    await withDatabase(postgres, async (db) => {
      await sql`select 1 from tree limit 1`.execute(db.read)
      await expect(move(postgres, back)).rejects.toThrow(/is in use: \d+ other connections were active/)
    })
  })

  it('detects rows that were changed between two starts', async () => {
    const [source, postgres] = [await createSqlite(), await createPostgres()]
    await withDatabase(source, fill)
    await interrupt(source, postgres)
    await withDatabase(source, (db) => db.write((tx) => sql`update tree set name = 'felled' where id = 9`.execute(tx)))
    await expect(move(source, postgres)).rejects.toThrow('The databases differ: tree (other values). A server')
    await withDatabase(source, (db) => db.write((tx) => sql`insert into tree values (99999, 'new')`.execute(tx)))
    await expect(move(source, postgres)).rejects.toThrow(
      `The databases differ: tree (${rowCount + 2} rows, ${rowCount + 1} in the target)`,
    )
  })

  it('names the table of a row that the target cannot store', async () => {
    const [source, postgres] = [await createSqlite(), await createPostgres()]
    await withDatabase(source, (db) => db.write((tx) => sql`insert into tree values (2, ${'a\0b'})`.execute(tx)))
    await expect(move(source, postgres)).rejects.toThrow(/^A row of tree up to \[2\] is rejected: /)
  })

  it('refuses a source whose migrations have not all run', async () => {
    const [source, postgres] = [await createSqlite(), await createPostgres()]
    await withDatabase(source, async () => {})
    const later: Migration = { name: '0002-later', async up() {} }
    const moving = moveDatabase({
      from: source,
      to: postgres,
      pooling: 'session',
      outageWaitMs: 0,
      onProgress() {},
      migrations: [orchard, later],
    })
    await expect(moving).rejects.toThrow('(pending migrations: 0002-later). Start the server of this version once')
  })

  it('refuses a source without tables', async () => {
    const [empty, postgres] = [await createSqlite(), await createPostgres()]
    await expect(move(empty, postgres)).rejects.toThrow('There is no Tulipwood database in')
    await expect(move(postgres, empty)).rejects.toThrow('The database of DATABASE_URL has no tables of Tulipwood')
  })
})

it('describes a location without its password', () => {
  expect(describeLocation({ url: 'postgresql://me:secret@db.example.org:6432/tulip?sslmode=require' })).toBe(
    'postgres://me@db.example.org:6432/tulip',
  )
})
