import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { keepStructure, readStructureRevision } from '../../trackers/store/structure-locks.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { assignKeys, type KeyedArtifact } from '../model/order-keys.ts'
import { type ArtifactLocation, mayOrderArtifacts } from '../policy.ts'
import { areArtifactsVisible, getLocationInTracker } from '../reads/artifact-location.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { loadNeighbours, lockToOrder, type OrderPlace, saveOrderKeys } from '../store/ranks.ts'
import { retryWhileOutdated } from './retry-while-outdated.ts'

/** Artifacts of a tracker that get a place before or after another one, in their order. */
export interface ArtifactOrder {
  readonly ids: readonly ArtifactId[]
  readonly direction: 'before' | 'after'
  readonly comparedTo: ArtifactId
}

/** Moves artifacts in the order of their tracker (docs/decisions/0082-order-cards-by-hand.md): all of them or none. */
export async function orderArtifacts(
  world: CommandWorld,
  caller: Caller,
  trackerId: TrackerId,
  order: ArtifactOrder,
): Promise<void> {
  assertConsistent(order)
  await retryWhileOutdated(world, async (loadedAt) => {
    const place = await getLocationInTracker(withReads(world), trackerId)
    return world.db.writeArtifacts({ changed: [], projects: [place.tracker.projectId] }, async (tx) => {
      await keepStructure(tx, [trackerId])
      if ((await readStructureRevision(tx)) !== loadedAt) return undefined
      return applyOrder(tx, { caller, place, order, at: world.clock.now() })
    })
  })
}

function assertConsistent({ ids, comparedTo }: ArtifactOrder): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined) throw new Refusal('invalid', message`Artifact ${repeated} is listed more than once.`)
  if (ids.includes(comparedTo))
    throw new Refusal('invalid', message`Artifact ${comparedTo} cannot be moved before or after itself.`)
}

interface OrderContext {
  readonly caller: Caller
  readonly place: ArtifactLocation
  readonly order: ArtifactOrder
  readonly at: number
}

/** The keys that were written. */
async function applyOrder(
  tx: Tx,
  { caller, place, order, at }: OrderContext,
): Promise<{ readonly keyed: readonly KeyedArtifact[] }> {
  const { ids, direction: side, comparedTo } = order
  const headers = await loadHeaders(tx, [...ids, comparedTo])
  const found = [...ids, comparedTo].map((id) => assertInTracker(id, headers.get(id), place))
  const permit = mayOrderArtifacts(caller, place, await areArtifactsVisible(tx, caller, found, place))
  // The last one that was found is the one to compare to.
  const { rank, movedRank } = found.at(-1) as ArtifactHeader
  const target: OrderPlace = {
    trackerId: place.tracker.id,
    side,
    of: { id: comparedTo, key: movedRank ?? rank },
    moved: ids,
  }
  const keyed = await findKeys(tx, target)
  await lockToOrder(
    tx,
    keyed.map(({ id }) => id),
  )
  await saveOrderKeys(tx, permit, keyed, { moved: new Set(ids), by: getUserId(caller), at })
  return { keyed }
}

function assertInTracker(id: ArtifactId, header: ArtifactHeader | undefined, { tracker }: ArtifactLocation) {
  if (header?.trackerId !== tracker.id)
    throw new Refusal('absent', message`Artifact ${id} does not exist in this tracker.`)
  return header
}

/** Neighbours of each side that are read: nearly always enough, otherwise enough, and all of a tracker at last. */
const neighbourCounts = { usual: 64, rare: 1000, all: 2 ** 31 } as const

async function findKeys(tx: Tx, target: OrderPlace): Promise<readonly KeyedArtifact[]> {
  const tryWith = async (count: number) => assignKeys(target.moved, await loadNeighbours(tx, target, count), count)
  const keyed =
    (await tryWith(neighbourCounts.usual)) ??
    (await tryWith(neighbourCounts.rare)) ??
    (await tryWith(neighbourCounts.all))
  if (keyed === undefined) throw new Error('The whole order of a tracker leaves no keys')
  return keyed
}
