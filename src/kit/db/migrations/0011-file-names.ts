import type { Kysely } from 'kysely'
import { fold } from '../../fold.ts'
import type { Migration } from '../migrate.ts'

const rowsAtOnce = 1000

/** Attachments are found by part of their name or description, whatever its case and accents. */
export const fileNames: Migration = {
  name: '0011-file-names',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('file')
      .addColumn('found_text', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('value_file_by_field').on('value_file').columns(['field_id', 'artifact_id']).execute()
    for (let last = 0; ; ) {
      const query = db.selectFrom('file').select(['id', 'name', 'description']).where('id', '>', last)
      const rows = await query.orderBy('id').limit(rowsAtOnce).execute()
      for (const { id, name, description } of rows)
        await db
          .updateTable('file')
          .set({ found_text: fold(`${name}\n${description}`) })
          .where('id', '=', id)
          .execute()
      if (rows.length < rowsAtOnce) return
      last = rows.at(-1)?.id
    }
  },
}
