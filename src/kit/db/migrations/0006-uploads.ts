import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const table: TableShape = {
  name: 'upload',
  columns: {
    kind: 'text',
    id: 'id',
    user_id: 'id',
    size: 'integer?',
    chunks: 'integer',
    identity: 'text?',
    expires_on: 'time',
    completed_on: 'time?',
    lock_token: 'text?',
    lock_until: 'time?',
  },
  key: ['kind', 'id'],
  unique: [['kind', 'identity']],
  indexes: [['expires_on'], ['user_id', 'kind']],
}

/** Content that arrives in pieces, and small pictures of what arrived. */
export const uploads: Migration = {
  name: '0006-uploads',
  async up(db, dialect) {
    await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'upload', 1)
    await db.schema.alterTable('file').addColumn('preview', 'text').execute()
    await db.schema.createIndex('file_by_preview').on('file').column('preview').execute()
  },
}
