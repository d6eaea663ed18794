import { fieldTypes } from '../../fields/registry.ts'
import type { Tx } from '../../kit/db/db.ts'
import { allocateIds } from '../../kit/db/sql.ts'
import { typeOfChange } from '../reading/changes.ts'
import type { Replayed } from './history-writing.ts'

/** As many ids for test steps as a batch can need, handed out one by one. */
export async function takeStepIds(tx: Tx, batch: readonly Replayed[]): Promise<() => number> {
  const changes = batch.flatMap(({ archived }) => archived.changesets.flatMap((changeset) => changeset.changes))
  const count = changes.reduce((sum, change) => sum + (countsOf.get(typeOfChange(change))?.(change) ?? 0), 0)
  const ids = (await allocateIds(tx, 'step', count)).values()
  return () => {
    const { value, done } = ids.next()
    if (done) throw new Error('More steps were read than counted')
    return value
  }
}

const countsOf = new Map(
  Object.values(fieldTypes).flatMap(({ archive }) => {
    const count = archive?.countSteps?.bind(archive)
    return archive === undefined || count === undefined ? [] : [[archive.changeType, count] as const]
  }),
)
