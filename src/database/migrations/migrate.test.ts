import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestDatabase, describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { startScript } from '../../../test/kit/script-process.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { DatabaseVersionError } from './database-version-error.ts'
import { createTable, describeForeignMigrations, getColumnTypes, type Migration } from './migrate.ts'

const pears: Migration = {
  name: 'pears',
  up: (db, dialect) => createTable(db, dialect, 'pear').addColumn('id', getColumnTypes(dialect).id).execute(),
}
const plums: Migration = {
  name: 'plums',
  up: (db, dialect) => createTable(db, dialect, 'plum').addColumn('id', getColumnTypes(dialect).id).execute(),
}
const brokenPlums: Migration = {
  name: 'plums',
  async up(db, dialect) {
    await plums.up(db, dialect)
    throw new Error('the ladder broke')
  },
}

const applied = async (db: Database) =>
  (await sql<{ name: string }>`select name from migration order by name`.execute(db.read)).rows.map(({ name }) => name)

describeOnEachDatabase((place) => {
  const opened: Database[] = []
  const open = async (migrations: readonly Migration[]) => {
    const db = await openDatabase({ ...place.options(), migrations })
    opened.push(db)
    return db
  }
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close()
  })

  it('a failed migration is rolled back, earlier ones stay, and the next start continues', async () => {
    const db = await open([pears, brokenPlums])
    await expect(db.migrate()).rejects.toThrow('the ladder broke')
    expect(await applied(db)).toEqual(['pears'])
    await expect(sql`select * from plum`.execute(db.read)).rejects.toThrow()

    const repaired = await open([pears, plums])
    await repaired.migrate()
    await repaired.migrate()
    expect(await applied(repaired)).toEqual(['pears', 'plums'])
    expect((await sql`select * from plum`.execute(repaired.read)).rows).toEqual([])
  })

  it('columns added later are returned by prepared queries', async () => {
    const before = await open([pears, plums])
    await before.migrate()
    const all = sql`select * from pear`
    await before.write((tx) => sql`insert into pear values (1)`.execute(tx))
    expect((await all.execute(before.read)).rows).toEqual([{ id: 1 }])
    const ripe: Migration = {
      name: 'ripe',
      up: (db, dialect) => db.schema.alterTable('pear').addColumn('ripe', getColumnTypes(dialect).flag).execute(),
    }
    await (await open([pears, plums, ripe])).migrate()
    expect((await all.execute(before.read)).rows).toEqual([{ id: 1, ripe: null }])
  })
})

describeOnEachDatabase((place) => {
  const tables = async (db: Database) => {
    const name = { sqlite: 'sqlite_master', postgres: 'pg_tables' }[db.dialect]
    return (await sql`select count(*) as n from ${sql.table(name)}`.execute(db.read)).rows
  }

  it('refuses a database with unknown migrations, explains what to do and changes nothing', async () => {
    const before = await place.open([pears, plums])
    const created = [await applied(before), await tables(before)]
    for (const [migrations, problem] of [
      [
        [{ ...pears, name: '0001-baseline' }],
        'The database was created by a development version of Tulipwood that was never released (unknown migrations: pears, plums). Its tables cannot be upgraded: export its projects with that version, start this version with an empty database, and import them.',
      ],
      [
        [pears, { ...pears, name: 'apples' }],
        'The database was migrated by a newer version of Tulipwood (unknown migrations: plums). Start that version, or restore the backup that was made before the upgrade.',
      ],
    ] as const) {
      await expect(place.open(migrations)).rejects.toThrow(new DatabaseVersionError(problem))
      expect([await applied(before), await tables(before)]).toEqual(created)
    }
  })

  it('names three of many unknown migrations', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    expect(describeForeignMigrations(new Set(names), [pears])).toContain('(unknown migrations: a, b, c and 2 more)')
    expect(describeForeignMigrations(new Set(['pears']), [pears, plums])).toBeUndefined()
    expect(describeForeignMigrations(new Set(), [pears])).toBeUndefined()
  })
})

describeOnEachDatabase((place) => {
  it('several processes can start concurrently on an empty database', async () => {
    const start = `
      const db = await openDatabase(${JSON.stringify(place.options())})
      await db.migrate()
      await db.close()
      console.log('up')`
    const outputs = await Promise.all([1, 2, 3].map(() => startScript(start).output))
    expect(outputs).toEqual(['up\n', 'up\n', 'up\n'])
    const db = await place.open()
    expect(await applied(db)).toContain((await import('./list.ts')).migrations[0]?.name)
  })
})

describe('on sqlite', () => {
  const place = createTestDatabase('sqlite')
  const parents: Migration = {
    name: 'parents',
    async up(db) {
      await sql`create table parent (id integer primary key) strict`.execute(db)
      await sql`create table child (id integer primary key, parent integer references parent) strict`.execute(db)
      await sql`insert into parent values (1)`.execute(db)
      await sql`insert into child values (1, 1)`.execute(db)
    },
  }
  const rebuilt = (keep: boolean): Migration => ({
    name: 'rebuilt',
    async up(db) {
      await sql`create table new_parent (id integer primary key, name text) strict`.execute(db)
      if (keep) await sql`insert into new_parent select id, '' from parent`.execute(db)
      await sql`drop table parent`.execute(db)
      await sql`alter table new_parent rename to parent`.execute(db)
    },
  })

  it('a referenced table can be rebuilt, but not lose referenced rows', async () => {
    await expect(place.open([parents, rebuilt(false)])).rejects.toThrow('broken reference')
    const db = await place.open([parents, rebuilt(true)])
    expect((await sql`select * from child join parent on parent.id = parent`.execute(db.read)).rows).toHaveLength(1)
  })

  it('a table checks its types', async () => {
    const db = await place.open([parents, rebuilt(true), pears])
    await expect(db.write((tx) => sql`insert into pear values ('a pear')`.execute(tx))).rejects.toThrow('TEXT')
  })
})
