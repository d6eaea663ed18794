import type { Static } from 'typebox'
import type { ImportedTableRepresentation } from '../../../src/artifacts/representations/imported-table.ts'
import { sendChange } from './client.ts'
import { queryCache, renewArtifactLists } from './queries.ts'

export type ImportedTable = Static<typeof ImportedTableRepresentation>

/** A file and the names of its columns, '' for those that are not imported; null: its first line has them. */
export interface TableFile {
  readonly content: string
  readonly columns: readonly string[] | null
}

/** Creates and changes artifacts from CSV, all lines or none; `isDryRun`: only checks each line. */
export async function importTable(
  tracker: number,
  { content, columns }: TableFile,
  isDryRun: boolean,
): Promise<ImportedTable> {
  const options = isDryRun ? { isDryRun } : { idempotencyKey: crypto.randomUUID() }
  const parameters = columns === null ? '' : `?${new URLSearchParams({ columns: columns.join(',') })}`
  const path = `/trackers/${tracker}/artifact_imports${parameters}`
  const result = await sendChange<ImportedTable>('POST', path, { content }, options)
  if (!isDryRun) {
    await renewArtifactLists(tracker)
    void queryCache.invalidateQueries({ queryKey: ['artifacts'] })
  }
  return result
}
