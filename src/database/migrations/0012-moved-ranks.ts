import { createIndexes, getColumnTypes, type Migration } from './migrate.ts'

/**
 * The place that a user gave an artifact in the order of its tracker (docs/decisions/0082-order-cards-by-hand.md). Nodes
 * of the previous release neither read nor write it.
 */
export const movedRanks: Migration = {
  name: '0012-moved-ranks',
  async up(db, dialect) {
    await db.schema.alterTable('artifact').addColumn('moved_rank', getColumnTypes(dialect).real).execute()
  },
}

export const artifactOrderIndex: Migration = createIndexes('0013-artifact-order', [
  {
    name: 'artifact_by_tracker_id_order',
    table: 'artifact',
    columns: ['tracker_id', { expression: 'coalesce(moved_rank, rank)' }, 'id'],
  },
])
