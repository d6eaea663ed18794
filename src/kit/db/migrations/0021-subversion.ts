import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const ofRepository = { references: { repository_id: 'repository' } }

const tables: readonly TableShape[] = [
  {
    name: 'repository',
    columns: {
      id: 'id',
      project_id: 'id',
      name: 'text',
      name_key: 'text',
      folder: 'text?',
      created_on: 'time',
      created_by: 'id?',
      is_reference_mandatory: 'flag',
      is_message_change_allowed: 'flag',
      immutable_paths: 'text',
      immutable_whitelist: 'text',
      has_default_permissions: 'flag',
      access_file_version: 'integer',
      access_file_problem: 'text?',
      subject_header: 'text',
      deletion_asked_on: 'time?',
      deletion_asked_by: 'id?',
      deleted_on: 'time?',
      dump: 'text?',
    },
    key: ['id'],
    unique: [['project_id', 'name_key'], ['folder']],
    indexes: [['deleted_on']],
    references: { project_id: 'project' },
  },
  {
    name: 'repository_access_file',
    columns: {
      repository_id: 'id',
      version: 'integer',
      text: 'text',
      has_default_permissions: 'flag',
      created_on: 'time',
      created_by: 'id?',
    },
    key: ['repository_id', 'version'],
    ...ofRepository,
  },
  {
    name: 'repository_notification',
    columns: { repository_id: 'id', rank: 'integer', path: 'text', emails: 'text', users: 'text', groups: 'text' },
    key: ['repository_id', 'rank'],
    ...ofRepository,
  },
  {
    name: 'repository_administrator',
    columns: { project_id: 'id', group_id: 'id' },
    key: ['project_id', 'group_id'],
    isClustered: true,
    references: { project_id: 'project' },
  },
  {
    name: 'repository_commit',
    columns: {
      repository_id: 'id',
      revision: 'integer',
      author: 'text',
      user_id: 'id?',
      committed_on: 'time',
      message: 'text',
    },
    key: ['repository_id', 'revision'],
    ...ofRepository,
  },
  {
    name: 'repository_reference',
    columns: { repository_id: 'id', revision: 'integer', keyword: 'text', value: 'text', artifact_id: 'id?' },
    key: ['repository_id', 'revision', 'keyword', 'value'],
    indexes: [['artifact_id']],
    ...ofRepository,
  },
  {
    name: 'repository_mail',
    columns: {
      repository_id: 'id',
      revision: 'integer',
      address: 'text',
      user_id: 'id?',
      created_on: 'time',
      sent_on: 'time?',
      problem: 'text?',
    },
    key: ['repository_id', 'revision', 'address'],
    indexes: [['created_on']],
    ...ofRepository,
  },
]

/** Subversion repositories, what is set for them and what was committed. */
export const subversion: Migration = {
  name: '0021-subversion',
  async up(db, dialect) {
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'repository', 1)
  },
}
