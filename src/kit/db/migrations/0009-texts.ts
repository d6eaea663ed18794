import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { createTextIndex } from '../text-index.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly (TableShape & { readonly name: 'value_text' | 'comment_text' })[] = [
  {
    name: 'value_text',
    columns: { id: 'auto', artifact_id: 'id', field_id: 'id', text: 'text' },
    key: ['id'],
    unique: [['artifact_id', 'field_id']],
  },
  {
    name: 'comment_text',
    columns: { id: 'auto', artifact_id: 'id', changeset_id: 'id', text: 'text', groups: 'text?' },
    key: ['id'],
    unique: [['changeset_id']],
    indexes: [['artifact_id']],
  },
]

/** Folded texts of artifacts, found by any part of them. */
export const texts: Migration = {
  name: '0009-texts',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    for (const table of tables) {
      await makeTable(db, dialect, table)
      await createTextIndex(db, dialect, table.name)
    }
    // What is there already is written by the next start (artifacts/commands/reindex-texts.ts).
    const { rows } = await sql`select 1 from artifact limit 1`.execute(db)
    if (rows.length > 0) await db.insertInto('revision').values({ subject: 'texts to rewrite', n: 1 }).execute()
  },
}
