import { createBareArtifacts } from '../../artifacts/commands/create-bare-artifacts.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { ImportPlan } from '../plan.ts'
import type { Ours } from '../reading/ours.ts'
import { type Accounts, authorOf } from '../reading/people.ts'
import { saveNextNumbers, saveRanks } from '../store/numbers.ts'
import type { WrittenTrackers } from './write-trackers.ts'

const atOnce = 1000

/** Contract 30 §9.4 rule 1, first pass: all artifacts exist before the first history, so that links lead anywhere. */
export async function writeArtifacts(
  tx: Tx,
  { artifacts, ours }: ImportPlan,
  { trackers }: WrittenTrackers,
  accounts: Accounts,
): Promise<Map<string, ArtifactId>> {
  const byOldId = new Map<string, ArtifactId>()
  for (let start = 0; start < artifacts.length; start += atOnce) {
    const some = artifacts.slice(start, start + atOnce)
    const rows = some.map(({ oldId, trackerKey, person, submittedOn }) => ({
      trackerId: trackerIdOf(trackers, trackerKey),
      number: ours?.artifacts.get(oldId)?.number || undefined,
      updatedOn: ours?.artifacts.get(oldId)?.updatedOn || undefined,
      ...authorOf(person, accounts),
      submittedOn,
    }))
    const made = await createBareArtifacts(tx, rows)
    for (const [index, { oldId }] of some.entries()) {
      const artifact = made[index]
      if (artifact !== undefined) byOldId.set(oldId, artifact.id)
    }
  }
  if (ours !== null) await keepOrder(tx, ours, trackers, byOldId)
  return byOldId
}

/** Ranks in the order they had, and numbers that go on behind the last one ever given. */
async function keepOrder(
  tx: Tx,
  ours: Ours,
  trackers: WrittenTrackers['trackers'],
  byOldId: ReadonlyMap<string, ArtifactId>,
): Promise<void> {
  const rankOf = (oldId: string): number => ours.artifacts.get(oldId)?.rank ?? 0
  const ids = [...byOldId.values()].sort((a, b) => a - b)
  const inOrder = [...byOldId].sort(([a, idOfA], [b, idOfB]) => rankOf(a) - rankOf(b) || idOfA - idOfB)
  const ranks = inOrder.map(([, id], index) => [id, ids[index] ?? id] as const)
  await saveRanks(
    tx,
    ranks.filter(([id, rank]) => id !== rank),
  )
  const next = [...trackers].flatMap(([key, { id }]) => {
    const number = ours.trackers.get(key)?.nextNumber ?? 0
    return number > 0 ? [[id, number] as const] : []
  })
  await saveNextNumbers(tx, new Map(next))
}

function trackerIdOf(trackers: WrittenTrackers['trackers'], key: string): TrackerId {
  const tracker = trackers.get(key)
  if (tracker === undefined) throw new Error(`The tracker ${key} was not made`)
  return tracker.id
}
