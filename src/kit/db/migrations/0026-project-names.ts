import type { Kysely } from 'kysely'
import { fold } from '../../fold.ts'
import type { Migration } from '../migrate.ts'

/** Projects are found by part of their name or short name, whatever its case and accents. */
export const projectNames: Migration = {
  name: '0026-project-names',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('project')
      .addColumn('found_text', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const { id, name, short_name } of await db
      .selectFrom('project')
      .select(['id', 'name', 'short_name'])
      .execute())
      await db
        .updateTable('project')
        .set({ found_text: fold(`${name}\n${short_name}`) })
        .where('id', '=', id)
        .execute()
  },
}
