import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { columnTypes } from '../migrate.ts'
import { makeTable } from './table-shape.ts'

/**
 * The log of changes is read in the order of transactions: PostgreSQL gives ids to transactions that overlap, and what
 * comes first need not be committed first (kit/db/change-order.ts). SQLite has one writer, so there ids do. What decides
 * who sees an artifact is kept when the artifact goes.
 */
export const changeOrder: Migration = {
  name: '0010-change-order',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    await db.schema.alterTable('change').addColumn('from_tracker_id', columnTypes(dialect).id).execute()
    await makeTable(db, dialect, {
      name: 'deleted_artifact',
      columns: { artifact_id: 'id', tracker_id: 'id', submitted_by: 'id?', permission_set_id: 'id?' },
      key: ['artifact_id'],
      isClustered: true,
    })
    if (dialect === 'sqlite') return
    // What is there already counts as of this transaction, in the order of its ids.
    await sql`alter table change add column transaction_id bigint not null default pg_current_xact_id()::text::bigint`.execute(
      db,
    )
    await db.schema.createIndex('change_in_order').on('change').columns(['transaction_id', 'id']).execute()
  },
}
