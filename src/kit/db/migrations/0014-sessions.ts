import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly TableShape[] = [
  {
    name: 'session',
    columns: {
      id: 'id',
      hash: 'text',
      user_id: 'id',
      is_pending: 'flag',
      duties: 'text',
      method: 'text',
      is_remembered: 'flag',
      signed_in_on: 'time',
      last_seen_on: 'time',
      ends_on: 'time',
      address: 'text?',
      agent: 'text?',
    },
    key: ['id'],
    unique: [['hash']],
    indexes: [['user_id'], ['ends_on']],
    references: { user_id: 'user' },
  },
  { name: 'setup_code', columns: { hash: 'text', created_on: 'time' }, key: ['hash'], isClustered: true },
]

/** Sessions as people see them, and the code that keeps a new server from strangers. */
export const sessions: Migration = {
  name: '0014-sessions',
  async up(db, dialect) {
    // Nobody could sign in with a page before: there is no session to keep.
    await db.schema.dropTable('session').execute()
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'session', 1)
  },
}
