import { getColumnTypes, type Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/**
 * When a job was created and which node runs it, and the nodes that run now. Jobs of nodes of the previous release have
 * neither, and those nodes are not in the table, which nothing but the administration of the site reads.
 */
export const jobCreation: Migration = {
  name: '0009-job-creation',
  async up(db, dialect) {
    const types = getColumnTypes(dialect)
    // SQLite adds one column at a time.
    await db.schema.alterTable('job').addColumn('created_on', types.time).execute()
    await db.schema.alterTable('job').addColumn('locked_by', types.text).execute()
    await createTables(db, dialect, {
      server_node: {
        columns: { name: 'text', version: 'text', started_on: 'time', seen_on: 'time' },
        key: ['name'],
        isClustered: true,
      },
    })
  },
}
