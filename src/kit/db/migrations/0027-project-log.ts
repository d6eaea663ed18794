import type { Kysely } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { columnTypes } from '../migrate.ts'

/** Administrators of a project read what was done in it. What was written before says it by a name alone. */
export const projectLog: Migration = {
  name: '0027-project-log',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    await db.schema.alterTable('audit').addColumn('project_id', columnTypes(dialect).id).execute()
    await db.schema.createIndex('audit_by_project_id_at_id').on('audit').columns(['project_id', 'at', 'id']).execute()
  },
}
