import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly TableShape[] = [
  {
    name: 'totp',
    columns: {
      user_id: 'id',
      secret: 'text',
      since: 'time?',
      last_step: 'integer',
      failures: 'integer',
      failed_on: 'time?',
    },
    key: ['user_id'],
    references: { user_id: 'user' },
  },
  {
    name: 'passkey',
    columns: {
      id: 'id',
      user_id: 'id',
      credential_id: 'text',
      public_key: 'text',
      counter: 'integer',
      transports: 'text',
      rp_id: 'text',
      label: 'text',
      created_on: 'time',
      last_used_on: 'time?',
    },
    key: ['id'],
    unique: [['credential_id']],
    indexes: [['user_id']],
    references: { user_id: 'user' },
  },
  {
    name: 'recovery_code',
    columns: { user_id: 'id', hash: 'text' },
    key: ['user_id', 'hash'],
    isClustered: true,
    references: { user_id: 'user' },
  },
  {
    name: 'spent_challenge',
    columns: { hash: 'text', expires_on: 'time' },
    key: ['hash'],
    isClustered: true,
    indexes: [['expires_on']],
  },
]

/** What a person shows besides a password. */
export const secondFactors: Migration = {
  name: '0015-second-factors',
  async up(db, dialect) {
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'passkey', 1)
  },
}
