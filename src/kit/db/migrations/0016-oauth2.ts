import type { Migration } from '../migrate.ts'
import { createSequence, type SequenceName } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly TableShape[] = [
  {
    name: 'oauth2_app',
    columns: {
      id: 'id',
      project_id: 'id?',
      name: 'text',
      redirect_uri: 'text',
      is_pkce_forced: 'flag',
      is_confidential: 'flag',
      secret_hash: 'text?',
      created_on: 'time',
    },
    key: ['id'],
    indexes: [['project_id']],
    references: { project_id: 'project' },
  },
  {
    name: 'oauth2_grant',
    columns: { id: 'id', user_id: 'id', app_id: 'id', scopes: 'text', granted_on: 'time', last_used_on: 'time?' },
    key: ['id'],
    unique: [['user_id', 'app_id']],
    indexes: [['app_id']],
    references: { user_id: 'user', app_id: 'oauth2_app' },
  },
  {
    name: 'oauth2_code',
    columns: {
      id: 'id',
      app_id: 'id',
      user_id: 'id',
      hash: 'text',
      redirect_uri: 'text',
      scopes: 'text',
      code_challenge: 'text?',
      nonce: 'text?',
      auth_time: 'time',
      created_on: 'time',
      expires_on: 'time',
      used_on: 'time?',
    },
    key: ['id'],
    indexes: [['user_id', 'app_id'], ['app_id'], ['expires_on']],
    references: { user_id: 'user', app_id: 'oauth2_app' },
  },
  {
    name: 'oauth2_access_token',
    columns: {
      id: 'id',
      code_id: 'id',
      app_id: 'id',
      user_id: 'id',
      hash: 'text',
      scopes: 'text',
      created_on: 'time',
      expires_on: 'time',
    },
    key: ['id'],
    indexes: [['code_id'], ['expires_on']],
    references: { code_id: 'oauth2_code' },
  },
  {
    name: 'oauth2_refresh_token',
    columns: {
      id: 'id',
      code_id: 'id',
      hash: 'text',
      scopes: 'text',
      created_on: 'time',
      expires_on: 'time',
      used_on: 'time?',
    },
    key: ['id'],
    indexes: [['code_id'], ['expires_on']],
    references: { code_id: 'oauth2_code' },
  },
  {
    name: 'signing_key',
    columns: { kid: 'text', public_jwk: 'text', sealed_private_jwk: 'text', signs_from: 'time', signs_until: 'time' },
    key: ['kid'],
    indexes: [['signs_until']],
  },
]

const sequences: readonly SequenceName[] = [
  'oauth2_app',
  'oauth2_grant',
  'oauth2_code',
  'oauth2_access_token',
  'oauth2_refresh_token',
]

/** Apps of others, what people allowed them, and what they were given. */
export const oauth2: Migration = {
  name: '0016-oauth2',
  async up(db, dialect) {
    for (const table of tables) await makeTable(db, dialect, table)
    for (const name of sequences) await createSequence(db, dialect, name, 1)
  },
}
