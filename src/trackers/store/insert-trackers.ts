import type { Insertable } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { NewTrackersPermit } from '../model/new-trackers-permit.ts'
import type { Tracker } from '../model/tracker.ts'
import { keepReferencedGroups } from './keep-referenced-groups.ts'

/** Tables of trackers in the order their rows refer to each other. */
const tables = [
  'tracker',
  'tracker_permission',
  'field',
  'field_permission',
  'bind_value',
  'semantic',
  'date_rule',
  'list_rule',
  'workflow',
  'transition',
  'transition_group',
  'transition_field',
  'post_action',
  'trigger_rule',
  'webhook',
  'canned_response',
  'report',
  'renderer',
] as const
type TrackerTable = (typeof tables)[number]

/** Rows of new trackers, by table. */
export type TrackerRows = { readonly [T in TrackerTable]: readonly Insertable<Tables[T]>[] }

export type FieldRows = Pick<TrackerRows, 'field' | 'field_permission' | 'bind_value'>

// SQLite accepts 32,766 parameters in a statement, the widest table has 14 columns.
const maxRowsPerStatement = 500

/** Writes whole trackers, many rows in a statement. */
export async function insertTrackers(tx: Tx, permit: NewTrackersPermit, rows: TrackerRows): Promise<void> {
  for (const { project_id } of rows.tracker) assertSubject(permit, project_id)
  await keepReferencedGroups(tx, rows)
  for (const table of tables) await insertTableRows(tx, table, rows[table])
}

/** Inserts form elements of existing trackers. */
export async function insertFields(tx: Tx, permit: Permit<'administer', Tracker>, rows: FieldRows): Promise<void> {
  for (const { tracker_id } of rows.field) assertSubject(permit, tracker_id)
  await keepReferencedGroups(tx, rows)
  for (const table of ['field', 'field_permission', 'bind_value'] as const)
    await insertTableRows(tx, table, rows[table])
}

async function insertTableRows<T extends TrackerTable>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (const batch of splitIntoBatches(rows, maxRowsPerStatement)) {
    const insert = tx.insertInto(table as TrackerTable)
    // Kysely cannot infer that a table and its rows match when the table is a type parameter.
    await insert.values(batch as never).execute()
  }
}
