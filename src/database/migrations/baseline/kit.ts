import type { TableShapes } from '../table-shape.ts'

export const kitTables: TableShapes = {
  revision: { columns: { topic: 'text', n: 'integer' }, key: ['topic'] },
  job: {
    columns: {
      id: 'id',
      kind: 'text',
      payload: 'text',
      run_at: 'time',
      attempts: 'integer',
      locked_until: 'time?',
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
      ip_address: 'text?',
      action: 'text',
      subject: 'text',
      project_id: 'id?',
      detail: 'text',
      search_text: 'text',
    },
    key: ['id'],
    indexes: [
      ['at', 'id'],
      ['user_id', 'at', 'id'],
      ['action', 'at', 'id'],
      ['project_id', 'at', 'id'],
    ],
  },
  idempotent_response: {
    columns: {
      caller: 'text',
      key_hash: 'text',
      route: 'text',
      body_hash: 'text',
      encrypted_response: 'text',
      created_on: 'time',
    },
    key: ['caller', 'key_hash'],
    indexes: [['created_on']],
  },
}
