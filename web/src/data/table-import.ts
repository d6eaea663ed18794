import type { Static } from 'typebox'
import type { ImportedTableRepresentation } from '../../../src/artifacts/representations/imported-table.ts'
import { sendChange } from './client.ts'
import { queryCache, renewArtifactLists } from './queries.ts'

export type ImportedTable = Static<typeof ImportedTableRepresentation>

/** Creates and changes artifacts from CSV, all lines or none; `isDryRun`: only checks each line. */
export async function importTable(tracker: number, content: string, isDryRun: boolean): Promise<ImportedTable> {
  const options = isDryRun ? { isDryRun } : { idempotencyKey: crypto.randomUUID() }
  const path = `/trackers/${tracker}/artifact_imports`
  const result = await sendChange<ImportedTable>('POST', path, { content }, options)
  if (!isDryRun) {
    await renewArtifactLists(tracker)
    void queryCache.invalidateQueries({ queryKey: ['artifacts'] })
  }
  return result
}
