import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { fieldTypes } from '../../fields/registry/registry.ts'
import { changeType } from '../parse/changes.ts'
import type { ImportedHistory } from './history-import.ts'

/** Reserves ids for all test steps of a batch and returns them one by one. */
export async function reserveStepIds(tx: Tx, batch: readonly ImportedHistory[]): Promise<() => number> {
  const changes = batch.flatMap(({ archived }) => archived.changesets.flatMap((changeset) => changeset.changes))
  const count = changes.reduce((sum, change) => sum + (countSteps.get(changeType(change))?.(change) ?? 0), 0)
  const ids = (await allocateIds(tx, 'step', count)).values()
  return () => {
    const { value, done } = ids.next()
    if (done) throw new Error('More steps were read than counted')
    return value
  }
}

const countSteps = new Map(
  Object.values(fieldTypes).flatMap(({ archive }) => {
    const count = archive?.countSteps?.bind(archive)
    return archive === undefined || count === undefined ? [] : [[archive.changeType, count] as const]
  }),
)
