import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/** The node that serves the repositories: docs/decisions/0066-one-node-serves-repositories.md. */
export const svnLease: Migration = {
  name: '0004-svn-lease',
  up: (db, dialect) =>
    createTables(db, dialect, {
      svn_lease: {
        columns: {
          name: 'text',
          holder: 'text',
          address: 'text',
          token: 'text',
          fence: 'integer',
          ends_at: 'integer',
        },
        key: ['name'],
        isClustered: true,
      },
    }),
}
