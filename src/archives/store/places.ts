import type { Tx } from '../../kit/db/db.ts'
import { allocateIds } from '../../kit/db/sql.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'

/** A new id, or the wanted one if it was given once and nobody has it; what was never given is not ours to take. */
export async function placeFor(tx: Tx, wanted: ArtifactId | undefined): Promise<ArtifactId> {
  const [next] = (await allocateIds(tx, 'artifact', 1)) as ArtifactId[]
  if (next === undefined) throw new Error('No id was handed out')
  if (wanted === undefined || wanted >= next) return next
  const living = await tx.selectFrom('artifact').select('id').where('id', '=', wanted).executeTakeFirst()
  return living === undefined ? wanted : next
}

/** Whether a number inside a tracker was given once and no artifact has it. */
export async function isNumberFree(tx: Tx, trackerId: TrackerId, number: number): Promise<boolean> {
  const tracker = await tx.selectFrom('tracker').select('next_number').where('id', '=', trackerId).executeTakeFirst()
  if (tracker === undefined || number < 1 || number >= tracker.next_number) return false
  const living = tx.selectFrom('artifact').select('id').where('tracker_id', '=', trackerId).where('number', '=', number)
  return (await living.executeTakeFirst()) === undefined
}
