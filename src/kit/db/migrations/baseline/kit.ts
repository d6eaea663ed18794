import type { TableShapes } from '../table-shape.ts'

export const kitTables: TableShapes = {
  revision: { columns: { subject: 'text', n: 'integer' }, key: ['subject'] },
  job: {
    columns: {
      id: 'id',
      kind: 'text',
      payload: 'text',
      run_at: 'time',
      attempts: 'integer',
      taken_until: 'time?',
      last_error: 'text?',
    },
    key: ['id'],
    indexes: [['run_at']],
  },
  audit: {
    columns: {
      id: 'id',
      at: 'time',
      user_id: 'id?',
      address: 'text?',
      action: 'text',
      subject: 'text',
      project_id: 'id?',
      detail: 'text',
      text: 'text',
    },
    key: ['id'],
    indexes: [
      ['at', 'id'],
      ['user_id', 'at', 'id'],
      ['action', 'at', 'id'],
      ['project_id', 'at', 'id'],
    ],
  },
  idempotent_answer: {
    columns: { caller: 'text', key_hash: 'text', route: 'text', body_hash: 'text', sealed: 'text', created_on: 'time' },
    key: ['caller', 'key_hash'],
    indexes: [['created_on']],
  },
}
