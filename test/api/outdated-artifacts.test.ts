import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../src/database/db/db.ts'
import { getConnection } from '../../src/database/engine/builders.ts'
import { inList } from '../../src/database/sql/sql.ts'
import { insertRows } from '../../src/database/statements/insert-rows.ts'
import { prepareStatement } from '../../src/database/statements/prepared-statements.ts'
import type { Tables } from '../../src/database/tables/tables.ts'
import { type WriteEffects, writeEffects } from '../../src/database/tables/write-effects.ts'
import { withSavepoint } from '../../src/database/unit/savepoint.ts'
import { withoutWaiting } from '../../src/database/unit/unawaited.ts'
import {
  artifactRow,
  changesetRow,
  commentRow,
  fieldRow,
  project,
  projectRow,
  type Row,
  repositoryRow,
  tracker,
  trackerRow,
} from '../kit/database-rows.ts'
import { describeOnEachDatabase } from '../kit/each-database.ts'

type Write = (tx: Tx) => Promise<unknown>

const [source, target, other, fresh] = [1, 2, 3, 9]

// One table stands for all, because a union of tables has no columns in common.
const insert = (tx: Tx, table: keyof Tables, row: Row) => tx.insertInto(table as 'setting').values(row as never)
const add = (table: keyof Tables, row: Row) => (tx: Tx) =>
  insertRows(tx, table as 'setting', [row as never], undefined, 'new tracker')
const run =
  (...writes: readonly Write[]): Write =>
  async (tx) => {
    for (const write of writes) await write(tx)
  }

const linkRow = (to: number, more: Row = {}): Row => ({
  artifact_id: source,
  field_id: 150,
  position: 0,
  target_id: to,
  type: '',
  ...more,
})
const mentionRow = { source_id: source, keyword: 'art', target_id: target }
const referenceRow = { repository_id: 7, revision: 1, keyword: 'art', value: `${target}`, artifact_id: target }
const commitRow = {
  repository_id: 7,
  revision: 1,
  author: 'a',
  committed_on: 5,
  message: 'm',
  user_id: null,
  paths: null,
}

const prepared = (table: 'value_link') =>
  prepareStatement<{ artifact: number; fields: readonly number[] }, unknown>((db, { value, inList: among }) =>
    (db as Tx)
      .deleteFrom(table)
      .where('artifact_id', '=', value('artifact') as never)
      .where(among('field_id', 'fields')),
  )
const deleteLinks = prepared('value_link')
const clearLinks: Write = (tx) => deleteLinks(withoutWaiting(tx), { artifact: source, fields: [150] })

interface Example {
  /** Committed before. */
  readonly before?: Write
  readonly write: Write
  /** Artifacts whose cached representations are outdated. */
  readonly outdated: readonly number[]
}

const examples: Partial<Record<keyof Tables, Readonly<Record<string, Example>>>> = {
  value_link: {
    'a new link': { write: add('value_link', linkRow(target)), outdated: [source, target] },
    'a removed link': {
      before: add('value_link', linkRow(target)),
      write: clearLinks,
      outdated: [source, target],
    },
    'links that are written again, one with another type': {
      before: run(add('value_link', linkRow(target)), add('value_link', linkRow(other, { position: 1 }))),
      write: run(
        clearLinks,
        add('value_link', linkRow(target, { position: 1 })),
        add('value_link', linkRow(other, { position: 0, type: '_is_child' })),
      ),
      outdated: [source, other],
    },
  },
  cross_reference: {
    'a new mention': {
      write: (tx) =>
        insert(tx, 'cross_reference', mentionRow)
          .onConflict((row) => row.doNothing())
          .execute(),
      outdated: [source, target],
    },
    'a removed mention': {
      before: add('cross_reference', mentionRow),
      write: (tx) =>
        tx
          .deleteFrom('cross_reference')
          .where('source_id', '=', source as never)
          .execute(),
      outdated: [source, target],
    },
  },
  comment: {
    'another text of an earlier comment': { write: add('comment', commentRow(50, source * 10)), outdated: [source] },
  },
  changeset: {
    'a new version with a comment and a link': {
      write: run(
        add('value_link', linkRow(target)),
        add('changeset', changesetRow(60, source)),
        add('comment', commentRow(50, 60)),
      ),
      outdated: [target],
    },
    'a link to an artifact whose new version was rolled back': {
      write: run(
        (tx) =>
          withSavepoint(tx, async () => {
            await add('changeset', changesetRow(60, target))(tx)
            throw new Error('refused')
          }).catch(() => undefined),
        add('value_link', linkRow(target)),
      ),
      outdated: [source, target],
    },
  },
  artifact: {
    'other permissions of a linked artifact': {
      before: run(add('value_link', linkRow(target)), add('permission_set', { id: 3, signature: '3' })),
      write: (tx) =>
        tx
          .updateTable('artifact')
          .set({ permission_set_id: 3 as never })
          .where(inList('id', [target]))
          .execute(),
      outdated: [source, target],
    },
    'another rank': {
      before: add('value_link', linkRow(target)),
      write: (tx) =>
        tx
          .updateTable('artifact')
          .set({ rank: 9 })
          .where('id', '=', target as never)
          .execute(),
      outdated: [],
    },
    'permissions of an artifact of the same transaction': {
      write: run(add('artifact', artifactRow(fresh)), add('permission_set', { id: 3, signature: '3' }), (tx) =>
        tx
          .updateTable('artifact')
          .set({ permission_set_id: 3 as never })
          .where('id', '=', fresh as never)
          .execute(),
      ),
      outdated: [],
    },
  },
  repository: {
    'a deleted repository': {
      before: add('repository_reference', referenceRow),
      write: (tx) =>
        tx
          .updateTable('repository')
          .set({ deleted_on: 9 })
          .where('id', '=', 7 as never)
          .execute(),
      outdated: [target],
    },
  },
  repository_commit: {
    'paths of a commit': {
      before: run(add('repository_commit', commitRow), add('repository_reference', referenceRow)),
      write: (tx) =>
        tx
          .updateTable('repository_commit')
          .set({ paths: '[]' })
          .where('repository_id', '=', 7 as never)
          .execute(),
      outdated: [target],
    },
  },
  repository_reference: {
    'a commit that refers to an artifact': { write: add('repository_reference', referenceRow), outdated: [target] },
  },
}

/** Each row before those that it belongs to. */
const emptied = [
  'artifact_cache_version',
  'value_link',
  'cross_reference',
  'comment',
  'changeset',
  'repository_reference',
  'repository_commit',
  'repository',
  'artifact',
  'permission_set',
] as const

const declared = (Object.keys(writeEffects) as (keyof Tables)[]).filter(
  (table) => writeEffects[table].artifacts !== undefined,
)
const without = (table: keyof Tables): WriteEffects => ({
  ...writeEffects,
  [table]: { ...writeEffects[table], artifacts: undefined },
})

describe('the artifacts whose representations a write outdates', () => {
  it('have an example of each declared table', () => {
    expect(Object.keys(examples).sort()).toEqual([...declared].sort())
  })

  describeOnEachDatabase((place) => {
    let db: Database

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        await add('project', projectRow(project))(tx)
        await add('tracker', trackerRow(tracker))(tx)
        await add('field', fieldRow(150))(tx)
      })
    })

    beforeEach(async () => {
      await db.write(async (tx) => {
        // Below the database layer, which must know the deleted artifacts.
        for (const table of emptied) await getConnection(tx).execute(`delete from ${table}`, [])
        for (const id of [source, target, other]) await add('artifact', artifactRow(id))(tx)
        for (const id of [source, target, other]) await add('changeset', changesetRow(id * 10, id))(tx)
        await add('repository', repositoryRow(7))(tx)
      })
    })

    async function findOutdated(effects: WriteEffects, { before, write }: Example): Promise<number[]> {
      if (before !== undefined) await db.write(before)
      await db.write((tx) => tx.deleteFrom('artifact_cache_version').execute())
      const other = await openDatabase({ ...place.options(), effects })
      try {
        await other.write((tx) => {
          return write(tx)
        })
        const rows = await db.read.selectFrom('artifact_cache_version').selectAll().orderBy('artifact_id').execute()
        expect(rows.every(({ version }) => version === 1)).toBe(true)
        return rows.map(({ artifact_id }) => artifact_id)
      } finally {
        await other.close()
      }
    }

    describe.each(declared)('of %s', (table) => {
      const all = Object.entries(examples[table] ?? {})

      it.each(all)('are those of %s', async (_, example) => {
        expect(await findOutdated(writeEffects, example)).toEqual(example.outdated)
      })

      it('are others without its declaration', async () => {
        const [, example] = all[0] as (typeof all)[number]
        expect(await findOutdated(without(table), example)).not.toEqual(example.outdated)
      })
    })

    it('have their new cache version before the transaction reads it', async () => {
      const versions = await db.write(async (tx) => {
        await add('value_link', linkRow(target))(tx)
        return tx.selectFrom('artifact_cache_version').select('artifact_id').orderBy('artifact_id').execute()
      })
      expect(versions.map(({ artifact_id }) => artifact_id)).toEqual([source, target])
    })
  })
})
