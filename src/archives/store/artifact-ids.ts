import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'

/** Returns the requested id if it was assigned before and is unused, otherwise a new one. */
export async function reserveArtifactId(tx: Tx, expected: ArtifactId | undefined): Promise<ArtifactId> {
  const [next] = (await allocateIds(tx, 'artifact', 1)) as ArtifactId[]
  if (next === undefined) throw new Error('Sequence returned no id')
  if (expected === undefined || expected >= next) return next
  const living = await tx.selectFrom('artifact').select('id').where('id', '=', expected).executeTakeFirst()
  return living === undefined ? expected : next
}

/** Returns whether a number in a tracker was assigned before and is unused. */
export async function isNumberFree(tx: Tx, trackerId: TrackerId, number: number): Promise<boolean> {
  const tracker = await tx.selectFrom('tracker').select('next_number').where('id', '=', trackerId).executeTakeFirst()
  if (tracker === undefined || number < 1 || number >= tracker.next_number) return false
  const living = tx.selectFrom('artifact').select('id').where('tracker_id', '=', trackerId).where('number', '=', number)
  return (await living.executeTakeFirst()) === undefined
}
