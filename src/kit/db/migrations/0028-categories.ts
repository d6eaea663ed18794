import type { Kysely } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { columnTypes } from '../migrate.ts'
import { setSequence } from '../sql.ts'

/** What a fresh site has (docs/api/projects.md §10). */
const fresh = [
  { id: 1, parent_id: null, short_name: 'topic', name: 'Topic' },
  { id: 2, parent_id: null, short_name: 'license', name: 'License' },
  { id: 3, parent_id: 2, short_name: 'osi', name: 'Open Source Approved license' },
]

/** Categories get their short name and description; fields of projects are numbered from 1 (docs/api/site.md §1). */
export const categories: Migration = {
  name: '0028-categories',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    const { text } = columnTypes(dialect)
    for (const column of ['short_name', 'description'])
      await db.schema
        .alterTable('category')
        .addColumn(column, text, (each) => each.notNull().defaultTo(''))
        .execute()
    await db
      .updateTable('category')
      .set(({ ref }) => ({ short_name: ref('name') }))
      .execute()
    // A migration runs in a transaction.
    const tx = db as unknown as Parameters<typeof setSequence>[0]
    if ((await db.selectFrom('category').select('id').limit(1).executeTakeFirst()) === undefined) {
      const rows = fresh.map((each) => ({ ...each, description: '', is_mandatory: 0, max_values: 3 }))
      await db.insertInto('category').values(rows).execute()
      await setSequence(tx, 'category', fresh.length + 1)
    }
    if ((await db.selectFrom('project_field').select('id').limit(1).executeTakeFirst()) === undefined) {
      await setSequence(tx, 'project_field', 1)
    }
  },
}
