import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'

/** A row whose owner does not exist. */
export interface OrphanedRow {
  readonly noun: string
  readonly id: number
  readonly detail: string
}

interface OwnedTable {
  readonly noun: string
  readonly id: string
  readonly table: string
  /** the column that refers to the owner */
  readonly column: string
  readonly owner: string
}

const ownedTables: readonly OwnedTable[] = [
  { noun: 'artifact', table: 'artifact', id: 'id', column: 'tracker_id', owner: 'tracker' },
  { noun: 'changeset', table: 'changeset', id: 'id', column: 'artifact_id', owner: 'artifact' },
  {
    noun: 'modifier of artifact',
    table: 'artifact_modifier',
    id: 'artifact_id',
    column: 'artifact_id',
    owner: 'artifact',
  },
  { noun: 'comment', table: 'comment', id: 'id', column: 'changeset_id', owner: 'changeset' },
  {
    noun: 'cache version of artifact',
    table: 'artifact_cache_version',
    id: 'artifact_id',
    column: 'artifact_id',
    owner: 'artifact',
  },
  {
    noun: 'watcher of artifact',
    table: 'artifact_watcher',
    id: 'artifact_id',
    column: 'artifact_id',
    owner: 'artifact',
  },
  { noun: 'file', table: 'file', id: 'id', column: 'artifact_id', owner: 'artifact' },
  {
    noun: 'cross reference from artifact',
    table: 'cross_reference',
    id: 'source_id',
    column: 'source_id',
    owner: 'artifact',
  },
  {
    noun: 'cross reference from artifact',
    table: 'cross_reference',
    id: 'source_id',
    column: 'target_id',
    owner: 'artifact',
  },
]

/** Returns rows whose owner does not exist, limited for each kind. */
export async function findOrphanedRows(db: Reader, limit: number): Promise<OrphanedRow[]> {
  const orphans: OrphanedRow[] = []
  // One statement for each of these columns, independent of the amount of data.
  for (const { noun, table, id, column, owner } of ownedTables) {
    const [row, target] = [sql.ref(`mine.${id}`), sql.ref(`mine.${column}`)]
    const { rows } = await sql<{ id: number; owner: number }>`
      select ${row} as id, ${target} as owner from ${sql.table(table)} as mine
      where ${target} is not null and not exists (select 1 from ${sql.table(owner)} as its where its.id = ${target})
      order by 1, 2 limit ${limit}`.execute(db)
    orphans.push(
      ...rows.map((each) => ({ noun, id: each.id, detail: `belongs to ${owner} ${each.owner}, which does not exist` })),
    )
  }
  return orphans
}
