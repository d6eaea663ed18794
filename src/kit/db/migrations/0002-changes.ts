import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly TableShape[] = [
  {
    name: 'change',
    columns: {
      id: 'id',
      at: 'time',
      kind: 'text',
      artifact_id: 'id',
      tracker_id: 'id',
      project_id: 'id',
      changeset_id: 'id?',
      user_id: 'id?',
    },
    key: ['id'],
    // One more would cost every write a page; it is read by id, or for the artifacts at hand.
    indexes: [['artifact_id']],
  },
  { name: 'deletion', columns: { user_id: 'id', at: 'time', artifact_id: 'id' }, indexes: [['user_id', 'at']] },
]

/** The log of changes to artifacts, and the quota of deletions. */
export const changes: Migration = {
  name: '0002-changes',
  async up(db, dialect) {
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'change', 1)
  },
}
