import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const table: TableShape = {
  name: 'project_export',
  columns: {
    id: 'id',
    project_id: 'id',
    status: 'text',
    blob: 'text?',
    size: 'integer?',
    created_on: 'time',
    finished_on: 'time?',
  },
  key: ['id'],
  indexes: [['project_id', 'status'], ['created_on'], ['blob']],
  references: { project_id: 'project' },
}

/** Archives of projects that were asked for over REST. */
export const exports: Migration = {
  name: '0005-exports',
  async up(db, dialect) {
    await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'project_export', 1)
  },
}
