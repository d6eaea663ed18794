import { leadName } from '../changes/change-order.ts'
import { unfinishedMoveTable } from './unfinished-move.ts'

/** Tables that each database keeps for itself: applied migrations, sequences, text indexes, the progress of a move. */
export const unmovedTables: ReadonlySet<string> = new Set([
  'migration',
  'sequence',
  'text_indexed',
  unfinishedMoveTable,
])

/**
 * Columns that only PostgreSQL has, with their value in rows that come from SQLite. Transaction 0 puts the changes in
 * the order of their ids before all later ones, so that clients of the change feed continue where they were.
 */
export const postgresOnlyColumns: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  change: { transaction_id: 0 },
}

/** Whether a row describes its PostgreSQL server, so that another database must not have it. */
export const isUnmovedRow = (table: string, row: Readonly<Record<string, unknown>>): boolean =>
  table === 'revision' && row['topic'] === leadName
