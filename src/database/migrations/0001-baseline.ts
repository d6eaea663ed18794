import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine/engine.ts'
import { createSequence, type SequenceName } from '../sql/sql.ts'
import { createTextIndexes } from '../sql/text-index.ts'
import { createTailTable } from '../sql/unindexed-texts.ts'
import { artifactTables } from './baseline/artifacts.ts'
import { kitTables } from './baseline/kit.ts'
import { notificationTables } from './baseline/notifications.ts'
import { projectTables } from './baseline/projects.ts'
import { siteTables } from './baseline/site.ts'
import { subversionTables } from './baseline/subversion.ts'
import { trackerTables } from './baseline/trackers.ts'
import { uploadTables } from './baseline/uploads.ts'
import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

/** All tables of the first release. A database starts with this migration; later ones change what it created. */
export const baseline: Migration = {
  name: '0001-baseline',
  async up(db, dialect) {
    await createTables(db, dialect, {
      ...kitTables,
      ...siteTables,
      ...projectTables,
      ...uploadTables,
      ...trackerTables,
      ...artifactTables,
      ...notificationTables,
      ...subversionTables,
    })
    for (const [name, first] of Object.entries(firstIds) as [SequenceName, number][])
      await createSequence(db, dialect, name, first)
    if (dialect === 'postgres') await orderChangesByTransaction(db)
    await createSearchIndexes(db, dialect)
    await insertBuiltInRows(db)
  },
}

/**
 * First id of each sequence: ids up to 100 are reserved for built-in data (docs/api/access.md §4,
 * docs/api/trackers.md §5.3).
 */
const firstIds: Readonly<Record<SequenceName, number>> = {
  job: 1,
  audit: 1,

  user: 101,
  user_group: 101,
  access_key: 1,
  token: 1,
  session: 1,
  passkey: 1,
  identity_provider: 1,
  oauth2_app: 1,
  oauth2_grant: 1,
  oauth2_code: 1,
  oauth2_access_token: 1,
  oauth2_refresh_token: 1,

  project: 101,
  service: 1,
  project_field: 1,
  // After the built-in ones.
  category: 4,
  label: 1,
  project_export: 1,

  file: 1,
  upload: 1,

  tracker: 1,
  field: 101,
  bind_value: 101,
  // Values of lists that are bound to user groups: far above the ids of groups, because both name a group in the API.
  group_value: 1_000_000_001,
  open_value: 1,
  report: 101,
  renderer: 101,
  transition: 1,
  post_action: 1,

  artifact: 1,
  changeset: 1,
  comment: 1,
  change: 1,
  step: 1,
  permission_set: 1,

  webhook: 1,
  webhook_delivery: 1,

  repository: 1,
}

/**
 * The change log is read in the order of transactions: PostgreSQL gives ids to transactions that overlap, and the
 * lower id need not be committed first (database/changes/change-order.ts). SQLite has one writer, so the ids are that order, and
 * it numbers the rows of such a table without a default.
 */
async function orderChangesByTransaction(db: Kysely<AnyTables>): Promise<void> {
  await sql`alter table change
    alter column id set default nextval('seq_change'),
    add column transaction_id bigint not null default pg_current_xact_id()::text::bigint`.execute(db)
  await db.schema.createIndex('change_in_order').on('change').columns(['transaction_id', 'id']).execute()
}

/** Texts are searched by parts and some by words, too. SQLite indexes new texts in batches (database/sql/unindexed-texts.ts). */
async function createSearchIndexes(db: Kysely<AnyTables>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') await createTailTable(db)
  await createTextIndexes(db, dialect, 'value_text', ['parts', 'words'])
  await createTextIndexes(db, dialect, 'comment_text', ['parts', 'words'])
  await createTextIndexes(db, dialect, 'audit', ['parts'])
}

async function insertBuiltInRows(db: Kysely<AnyTables>): Promise<void> {
  await db
    .insertInto('revision')
    .values(['settings', 'users', 'projects', 'trackers'].map((topic) => ({ topic, n: 1 })))
    .execute()
  await db
    .insertInto('link_type')
    .values([
      { short_name: '_is_child', forward_label: 'Child', reverse_label: 'Parent', is_system: 1 },
      { short_name: '_covered_by', forward_label: 'is Covered by', reverse_label: 'Covers', is_system: 1 },
    ])
    .execute()
  // docs/api/projects.md §10
  const category = { description: '', is_mandatory: 0, max_values: 3 }
  await db
    .insertInto('category')
    .values([
      { ...category, id: 1, parent_id: null, short_name: 'topic', name: 'Topic' },
      { ...category, id: 2, parent_id: null, short_name: 'license', name: 'License' },
      { ...category, id: 3, parent_id: 2, short_name: 'osi', name: 'Open Source Approved license' },
    ])
    .execute()
}
