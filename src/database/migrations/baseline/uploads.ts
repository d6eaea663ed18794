import type { TableShapes } from '../table-shape.ts'

export const uploadTables: TableShapes = {
  file: {
    columns: {
      id: 'id',
      name: 'text',
      size: 'integer',
      media_type: 'text',
      description: 'text',
      submitted_by: 'id?',
      created_on: 'time',
      blob: 'text?',
      field_id: 'id?',
      artifact_id: 'id?',
      status: 'text',
      preview: 'text?',
      search_text: 'text',
    },
    key: ['id'],
    defaults: { search_text: '' },
    indexes: [
      ['artifact_id'],
      ['status', 'created_on'],
      ['submitted_by', 'status'],
      ['blob'],
      ['preview'],
      ['field_id', 'size'],
    ],
  },
  upload: {
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
  },
}
