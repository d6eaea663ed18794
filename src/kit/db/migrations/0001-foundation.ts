import type { Kysely } from 'kysely'
import { columnTypes, createTable, type Migration } from '../migrate.ts'
import { createSequence, type SequenceName } from '../sql.ts'

type ColumnKind = keyof ReturnType<typeof columnTypes>
/** A kind of column; a question mark at its end lets it be null. */
type ColumnKindOrNull = ColumnKind | `${ColumnKind}?`

interface TableShape {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnKindOrNull>>
  readonly key?: readonly string[]
  /** Rows lie in the order of the key (SQLite): small rows that are only ever found by it. */
  readonly isClustered?: boolean
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  /** column → table whose `id` (or named column) it is */
  readonly references?: Readonly<Record<string, string>>
}

const tables: readonly TableShape[] = [
  { name: 'revision', columns: { subject: 'text', n: 'integer' }, key: ['subject'] },
  {
    name: 'job',
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
  {
    name: 'audit',
    columns: {
      id: 'id',
      at: 'time',
      user_id: 'id?',
      address: 'text?',
      action: 'text',
      subject: 'text',
      detail: 'text',
    },
    key: ['id'],
    indexes: [['at']],
  },

  { name: 'setting', columns: { name: 'text', value: 'text' }, key: ['name'] },
  {
    name: 'user',
    columns: {
      id: 'id',
      login: 'text',
      login_key: 'text',
      real_name: 'text',
      search_key: 'text',
      email: 'text',
      email_key: 'text',
      ldap_id: 'text?',
      status: 'text',
      password_hash: 'text?',
      password_changed_on: 'time?',
      created_on: 'time',
    },
    key: ['id'],
    unique: [['login_key']],
    indexes: [['email_key'], ['ldap_id']],
  },
  {
    name: 'user_preference',
    columns: { user_id: 'id', name: 'text', value: 'text' },
    key: ['user_id', 'name'],
    isClustered: true,
    references: { user_id: 'user' },
  },
  {
    name: 'access_key',
    columns: {
      id: 'id',
      user_id: 'id',
      verifier_hash: 'text',
      description: 'text',
      created_on: 'time',
      expires_on: 'time?',
      last_used_on: 'time?',
      last_used_from: 'text?',
    },
    key: ['id'],
    indexes: [['user_id']],
    references: { user_id: 'user' },
  },
  {
    name: 'access_key_scope',
    columns: { access_key_id: 'id', scope: 'text' },
    key: ['access_key_id', 'scope'],
    isClustered: true,
    references: { access_key_id: 'access_key' },
  },
  {
    name: 'token',
    columns: { hash: 'text', user_id: 'id', created_on: 'time' },
    key: ['hash'],
    indexes: [['user_id'], ['created_on']],
    references: { user_id: 'user' },
  },
  {
    name: 'session',
    columns: {
      hash: 'text',
      user_id: 'id',
      created_on: 'time',
      last_seen_on: 'time',
      address: 'text?',
      agent: 'text?',
    },
    key: ['hash'],
    indexes: [['user_id'], ['last_seen_on']],
    references: { user_id: 'user' },
  },

  {
    name: 'project',
    columns: {
      id: 'id',
      short_name: 'text',
      short_name_key: 'text',
      name: 'text',
      description: 'text',
      long_description: 'text',
      icon: 'text',
      access: 'text',
      status: 'text',
      is_template: 'flag',
      is_synchronized: 'flag',
      banner: 'text?',
      created_on: 'time',
      created_from: 'id?',
    },
    key: ['id'],
    unique: [['short_name_key']],
    indexes: [['status', 'id']],
  },
  {
    name: 'user_group',
    columns: { id: 'id', project_id: 'id', name: 'text', name_key: 'text', description: 'text' },
    key: ['id'],
    unique: [['project_id', 'name_key']],
    references: { project_id: 'project' },
  },
  {
    name: 'user_group_member',
    columns: { group_id: 'id', user_id: 'id' },
    key: ['group_id', 'user_id'],
    isClustered: true,
    indexes: [['user_id']],
    references: { group_id: 'user_group', user_id: 'user' },
  },
  {
    name: 'project_member',
    columns: { project_id: 'id', user_id: 'id', is_administrator: 'flag' },
    key: ['project_id', 'user_id'],
    isClustered: true,
    indexes: [['user_id']],
    references: { project_id: 'project', user_id: 'user' },
  },
  {
    name: 'platform_grant',
    columns: { permission: 'text', user_id: 'id?', group_id: 'id?' },
    indexes: [['user_id'], ['group_id']],
    references: { user_id: 'user', group_id: 'user_group' },
  },
  {
    name: 'visit',
    columns: { user_id: 'id', kind: 'text', subject_id: 'id', visited_on: 'time' },
    key: ['user_id', 'kind', 'subject_id'],
    isClustered: true,
  },
  {
    name: 'service',
    columns: {
      id: 'id',
      project_id: 'id',
      short_name: 'text',
      label: 'text',
      description: 'text',
      url: 'text',
      icon: 'text',
      is_enabled: 'flag',
      is_allowed: 'flag',
      is_custom: 'flag',
      opens_new_tab: 'flag',
      rank: 'integer',
    },
    key: ['id'],
    indexes: [['project_id', 'rank']],
    references: { project_id: 'project' },
  },
  {
    name: 'project_field',
    columns: { id: 'id', name: 'text', description: 'text', kind: 'text', is_required: 'flag', rank: 'integer' },
    key: ['id'],
    unique: [['name']],
  },
  {
    name: 'project_field_value',
    columns: { project_id: 'id', field_id: 'id', value: 'text' },
    key: ['project_id', 'field_id'],
    isClustered: true,
    references: { project_id: 'project', field_id: 'project_field' },
  },
  {
    name: 'category',
    columns: { id: 'id', parent_id: 'id?', name: 'text', is_mandatory: 'flag', max_values: 'integer' },
    key: ['id'],
    indexes: [['parent_id']],
  },
  {
    name: 'project_category',
    columns: { project_id: 'id', category_id: 'id', value_id: 'id' },
    key: ['project_id', 'category_id', 'value_id'],
    isClustered: true,
    references: { project_id: 'project' },
  },
  {
    name: 'label',
    columns: { id: 'id', project_id: 'id', name: 'text', color: 'text', is_outline: 'flag' },
    key: ['id'],
    unique: [['project_id', 'name']],
    references: { project_id: 'project' },
  },
  {
    name: 'archive_section',
    columns: { project_id: 'id', name: 'text', content: 'text' },
    key: ['project_id', 'name'],
    references: { project_id: 'project' },
  },
  {
    name: 'link_type',
    columns: { short_name: 'text', forward_label: 'text', reverse_label: 'text', is_system: 'flag' },
    key: ['short_name'],
  },
  {
    name: 'disabled_link_type',
    columns: { project_id: 'id', short_name: 'text' },
    key: ['project_id', 'short_name'],
    isClustered: true,
    references: { project_id: 'project' },
  },

  {
    name: 'file',
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
      state: 'text',
    },
    key: ['id'],
    indexes: [['artifact_id'], ['state', 'created_on'], ['submitted_by', 'state'], ['blob']],
  },

  {
    name: 'tracker',
    columns: {
      id: 'id',
      project_id: 'id',
      parent_id: 'id?',
      name: 'text',
      name_key: 'text',
      item_name: 'text',
      description: 'text',
      color: 'text',
      options: 'text',
      next_number: 'integer',
      deleted_on: 'time?',
    },
    key: ['id'],
    indexes: [['project_id', 'name_key', 'id'], ['parent_id'], ['item_name']],
    references: { project_id: 'project' },
  },
  {
    name: 'tracker_permission',
    columns: { tracker_id: 'id', permission: 'text', group_id: 'id' },
    key: ['tracker_id', 'permission', 'group_id'],
    isClustered: true,
    indexes: [['group_id']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'field',
    columns: {
      id: 'id',
      tracker_id: 'id',
      parent_id: 'id?',
      type: 'text',
      name: 'text',
      label: 'text',
      description: 'text',
      rank: 'integer',
      is_used: 'flag',
      is_required: 'flag',
      has_notifications: 'flag',
      properties: 'text',
      bind_type: 'text?',
      bind: 'text',
    },
    key: ['id'],
    unique: [['tracker_id', 'name']],
    indexes: [['tracker_id', 'rank']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'field_permission',
    columns: { field_id: 'id', permission: 'text', group_id: 'id' },
    key: ['field_id', 'permission', 'group_id'],
    isClustered: true,
    references: { field_id: 'field' },
  },
  {
    name: 'bind_value',
    columns: {
      id: 'id',
      field_id: 'id',
      label: 'text',
      description: 'text',
      rank: 'integer',
      is_hidden: 'flag',
      is_default: 'flag',
      color: 'text',
      group_id: 'id?',
    },
    key: ['id'],
    indexes: [['field_id', 'rank']],
    references: { field_id: 'field' },
  },
  {
    name: 'open_value',
    columns: { id: 'id', field_id: 'id', label: 'text', label_key: 'text' },
    key: ['id'],
    unique: [['field_id', 'label_key']],
    references: { field_id: 'field' },
  },
  {
    name: 'semantic',
    columns: { tracker_id: 'id', kind: 'text', definition: 'text' },
    key: ['tracker_id', 'kind'],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'date_rule',
    columns: { tracker_id: 'id', source_field_id: 'id', comparator: 'text', target_field_id: 'id' },
    key: ['tracker_id', 'source_field_id', 'comparator', 'target_field_id'],
    isClustered: true,
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'list_rule',
    columns: {
      tracker_id: 'id',
      source_field_id: 'id',
      source_value_id: 'id',
      target_field_id: 'id',
      target_value_id: 'id',
    },
    key: ['tracker_id', 'source_field_id', 'target_field_id', 'source_value_id', 'target_value_id'],
    isClustered: true,
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'workflow',
    columns: { tracker_id: 'id', field_id: 'id', is_used: 'flag', is_advanced: 'flag', is_legacy: 'flag' },
    key: ['tracker_id'],
    references: { tracker_id: 'tracker', field_id: 'field' },
  },
  {
    name: 'transition',
    columns: { id: 'id', tracker_id: 'id', from_value_id: 'id?', to_value_id: 'id', is_comment_required: 'flag' },
    key: ['id'],
    indexes: [['tracker_id']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'transition_group',
    columns: { transition_id: 'id', group_id: 'id' },
    key: ['transition_id', 'group_id'],
    isClustered: true,
    references: { transition_id: 'transition' },
  },
  {
    name: 'transition_field',
    columns: { transition_id: 'id', field_id: 'id' },
    key: ['transition_id', 'field_id'],
    isClustered: true,
    references: { transition_id: 'transition' },
  },
  {
    name: 'post_action',
    columns: { id: 'id', transition_id: 'id', rank: 'integer', kind: 'text', definition: 'text' },
    key: ['id'],
    indexes: [['transition_id', 'rank']],
    references: { transition_id: 'transition' },
  },
  {
    name: 'trigger_rule',
    columns: { target_tracker_id: 'id', definition: 'text' },
    indexes: [['target_tracker_id']],
    references: { target_tracker_id: 'tracker' },
  },
  {
    name: 'webhook',
    columns: { tracker_id: 'id', url: 'text' },
    indexes: [['tracker_id']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'canned_response',
    columns: { tracker_id: 'id', title: 'text', body: 'text' },
    indexes: [['tracker_id']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'report',
    columns: {
      id: 'id',
      tracker_id: 'id',
      user_id: 'id?',
      name: 'text',
      name_key: 'text',
      description: 'text',
      is_default: 'flag',
      is_query_displayed: 'flag',
      is_in_expert_mode: 'flag',
      expert_query: 'text',
      definition: 'text',
    },
    key: ['id'],
    indexes: [['tracker_id', 'name_key', 'id']],
    references: { tracker_id: 'tracker' },
  },
  {
    name: 'renderer',
    columns: {
      id: 'id',
      report_id: 'id',
      kind: 'text',
      name: 'text',
      description: 'text',
      rank: 'integer',
      definition: 'text',
    },
    key: ['id'],
    indexes: [['report_id', 'rank']],
    references: { report_id: 'report' },
  },

  {
    name: 'artifact',
    columns: {
      id: 'id',
      tracker_id: 'id',
      number: 'integer',
      rank: 'integer',
      submitted_by: 'id?',
      submitted_email: 'text?',
      submitted_on: 'time',
      version: 'integer',
      last_changeset_id: 'id',
      updated_by: 'id?',
      updated_email: 'text?',
      updated_on: 'time',
      permission_set_id: 'id?',
      values: 'text',
    },
    key: ['id'],
    // Pages and counts walk this index and never the documents: it carries what the permission test needs.
    indexes: [
      ['tracker_id', 'id', 'permission_set_id'],
      ['tracker_id', 'submitted_by', 'id'],
      ['submitted_by', 'id'],
      ['tracker_id', 'updated_by'],
      ['tracker_id', 'updated_on'],
    ],
    unique: [['tracker_id', 'number']],
    references: { tracker_id: 'tracker' },
  },
  { name: 'artifact_stamp', columns: { artifact_id: 'id', stamp: 'integer' }, key: ['artifact_id'] },
  {
    name: 'changeset',
    columns: {
      id: 'id',
      artifact_id: 'id',
      submitted_by: 'id?',
      submitted_email: 'text?',
      submitted_on: 'time',
      values: 'text',
    },
    key: ['id'],
    indexes: [['artifact_id', 'id']],
    references: { artifact_id: 'artifact' },
  },
  {
    name: 'comment',
    columns: {
      id: 'id',
      changeset_id: 'id',
      submitted_by: 'id?',
      submitted_email: 'text?',
      submitted_on: 'time',
      format: 'text',
      body: 'text',
      groups: 'text?',
    },
    key: ['id'],
    indexes: [['changeset_id', 'id']],
    references: { changeset_id: 'changeset' },
  },
  { name: 'permission_set', columns: { id: 'id', signature: 'text' }, key: ['id'], unique: [['signature']] },
  {
    name: 'permission_set_group',
    columns: { set_id: 'id', group_id: 'id' },
    key: ['set_id', 'group_id'],
    isClustered: true,
    indexes: [['group_id']],
    references: { set_id: 'permission_set' },
  },
  {
    name: 'cross_reference',
    columns: { source_id: 'id', keyword: 'text', target_id: 'id' },
    key: ['source_id', 'target_id', 'keyword'],
    isClustered: true,
    indexes: [['target_id']],
  },

  {
    name: 'value_list',
    columns: { field_id: 'id', value_id: 'id', artifact_id: 'id' },
    key: ['field_id', 'value_id', 'artifact_id'],
    isClustered: true,
    indexes: [['artifact_id']],
  },
  {
    name: 'value_open',
    columns: { field_id: 'id', open_value_id: 'id', artifact_id: 'id' },
    key: ['field_id', 'open_value_id', 'artifact_id'],
    isClustered: true,
    indexes: [['artifact_id']],
  },
  {
    name: 'value_number',
    columns: { field_id: 'id', value: 'real', artifact_id: 'id' },
    key: ['field_id', 'value', 'artifact_id'],
    isClustered: true,
    indexes: [['artifact_id']],
  },
  {
    name: 'value_date',
    columns: { field_id: 'id', value: 'time', artifact_id: 'id' },
    key: ['field_id', 'value', 'artifact_id'],
    isClustered: true,
    indexes: [['artifact_id']],
  },
  {
    name: 'value_link',
    columns: { artifact_id: 'id', field_id: 'id', position: 'integer', target_id: 'id', type: 'text' },
    key: ['artifact_id', 'field_id', 'position'],
    isClustered: true,
    indexes: [
      ['target_id', 'type', 'artifact_id'],
      ['field_id', 'type'],
    ],
  },
  {
    name: 'value_file',
    columns: { file_id: 'id', field_id: 'id', artifact_id: 'id' },
    key: ['file_id', 'field_id', 'artifact_id'],
    isClustered: true,
    indexes: [['artifact_id']],
  },
]

/** First id of each sequence: ids up to 100 are reserved for what the product brings along (contract 10 §3.4, 20 §6.3). */
const sequences: Readonly<Record<SequenceName, number>> = {
  user: 101,
  project: 101,
  user_group: 101,
  service: 1,
  access_key: 1,
  token: 1,
  project_field: 101,
  category: 1,
  tracker: 1,
  field: 101,
  bind_value: 101,
  // Values of lists bound to groups, far above the ids of groups: both name a group on the wire.
  group_value: 1_000_000_001,
  open_value: 1,
  report: 101,
  renderer: 101,
  transition: 1,
  post_action: 1,
  artifact: 1,
  changeset: 1,
  comment: 1,
  file: 1,
  step: 1,
  job: 1,
  audit: 1,
  permission_set: 1,
  label: 1,
}

/** The tables of issue 2: platform, projects, trackers, artifacts and the indexes of their values. */
export const foundation: Migration = {
  name: '0001-foundation',
  async up(db, dialect) {
    for (const table of tables) await create(db, dialect, table)
    for (const [name, first] of Object.entries(sequences) as [SequenceName, number][])
      await createSequence(db, dialect, name, first)
    await db
      .insertInto('revision')
      .values(['settings', 'users', 'projects', 'trackers'].map((subject) => ({ subject, n: 1 })))
      .execute()
    await db
      .insertInto('link_type')
      .values([
        { short_name: '_is_child', forward_label: 'Child', reverse_label: 'Parent', is_system: 1 },
        { short_name: '_covered_by', forward_label: 'is Covered by', reverse_label: 'Covers', is_system: 1 },
      ])
      .execute()
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
async function create(db: Kysely<any>, dialect: Parameters<typeof columnTypes>[0], shape: TableShape): Promise<void> {
  const types = columnTypes(dialect)
  let table = createTable(db, dialect, shape.name, shape.isClustered ? 'clustered' : undefined)
  for (const [column, kind] of Object.entries(shape.columns)) {
    const isNullable = kind.endsWith('?')
    const type = types[(isNullable ? kind.slice(0, -1) : kind) as ColumnKind]
    table = table.addColumn(column, type, (c) => (isNullable ? c : c.notNull()))
  }
  if (shape.key) table = table.addPrimaryKeyConstraint(`${shape.name}_pk`, [...shape.key] as never[])
  for (const columns of shape.unique ?? [])
    table = table.addUniqueConstraint(`${shape.name}_${columns.join('_')}_unique`, [...columns] as never[])
  for (const [column, target] of Object.entries(shape.references ?? {})) {
    table = table.addForeignKeyConstraint(`${shape.name}_${column}_fk`, [column] as never[], target, ['id'])
  }
  await table.execute()
  for (const columns of shape.indexes ?? []) {
    await db.schema
      .createIndex(`${shape.name}_by_${columns.join('_')}`)
      .on(shape.name)
      .columns([...columns])
      .execute()
  }
}
