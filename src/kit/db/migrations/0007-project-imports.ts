import type { Migration } from '../migrate.ts'
import { makeTable, type TableShape } from './table-shape.ts'

// The project may be gone before this row: it tells why.
const table: TableShape = {
  name: 'project_import',
  columns: {
    project_id: 'id',
    upload_id: 'id',
    user_id: 'id',
    short_name: 'text',
    file_name: 'text',
    size: 'integer',
    status: 'text',
    attempts: 'integer',
    report: 'text?',
    created_on: 'time',
    finished_on: 'time?',
  },
  key: ['project_id'],
  unique: [['upload_id']],
  indexes: [['user_id', 'status'], ['finished_on']],
  references: { user_id: 'user' },
}

/** Archives that are uploaded to become projects. */
export const projectImports: Migration = {
  name: '0007-project-imports',
  up: (db, dialect) => makeTable(db, dialect, table),
}
