import type { Migration } from '../migrate.ts'
import { makeTable } from './table-shape.ts'

/** The answers to POSTs with an Idempotency-Key, for a day. */
export const idempotency: Migration = {
  name: '0003-idempotency',
  up: (db, dialect) =>
    makeTable(db, dialect, {
      name: 'idempotent_answer',
      columns: {
        caller: 'text',
        key_hash: 'text',
        route: 'text',
        body_hash: 'text',
        sealed: 'text',
        created_on: 'time',
      },
      key: ['caller', 'key_hash'],
      indexes: [['created_on']],
    }),
}
