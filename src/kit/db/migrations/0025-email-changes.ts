import type { Migration } from '../migrate.ts'
import { makeTable } from './table-shape.ts'

/** Addresses that people want to have, until they answer the letter that went there. */
export const emailChanges: Migration = {
  name: '0025-email-changes',
  up: (db, dialect) =>
    makeTable(db, dialect, {
      name: 'email_change',
      columns: {
        hash: 'text',
        user_id: 'id',
        email: 'text',
        email_key: 'text',
        is_open: 'flag',
        created_on: 'time',
        expires_on: 'time',
      },
      key: ['hash'],
      isClustered: true,
      indexes: [['user_id', 'created_on'], ['email_key'], ['expires_on']],
      references: { user_id: 'user' },
    }),
}
