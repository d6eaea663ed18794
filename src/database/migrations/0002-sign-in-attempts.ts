import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/** Attempts to sign in, which all nodes count together. */
export const signInAttempts: Migration = {
  name: '0002-sign-in-attempts',
  up: (db, dialect) =>
    createTables(db, dialect, {
      sign_in_attempts: {
        columns: { key: 'text', attempts: 'text', ends_on: 'time' },
        key: ['key'],
        isClustered: true,
        indexes: [['ends_on']],
      },
    }),
}
