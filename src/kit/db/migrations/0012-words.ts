import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { createWordIndex, wordsForIndex } from '../text-index.ts'

const tables = ['value_text', 'comment_text'] as const
const rowsAtOnce = 1000

/** Texts of artifacts are found by their words; those that are there are read once. */
export const words: Migration = {
  name: '0012-words',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    for (const table of tables) {
      await addColumn(db, dialect, table)
      await fill(db, dialect, table)
      await createWordIndex(db, dialect, table)
    }
  },
}

const addColumn = (db: Kysely<unknown>, dialect: Dialect, table: string) =>
  db.schema
    .alterTable(table)
    .addColumn('words', dialect === 'postgres' ? sql`tsvector` : 'text', (column) => column.notNull().defaultTo(''))
    .execute()

// biome-ignore lint/suspicious/noExplicitAny: as above
async function fill(db: Kysely<any>, dialect: Dialect, table: string): Promise<void> {
  for (let last = 0; ; ) {
    const query = db.selectFrom(table).select(['id', 'text']).where('id', '>', last)
    const rows = await query.orderBy('id').limit(rowsAtOnce).execute()
    const written = JSON.stringify(rows.map(({ id, text }) => ({ id, words: wordsForIndex(db, text) })))
    await (dialect === 'postgres'
      ? sql`update ${sql.table(table)} as there set words = own.words
          from json_to_recordset(${written}::json) as own(id bigint, words tsvector) where own.id = there.id`
      : sql`update ${sql.table(table)} as there set words = own.value ->> 'words'
          from json_each(${written}) as own where there.id = own.value ->> 'id'`
    ).execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id
  }
}
