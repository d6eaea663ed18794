import { createBareArtifacts } from '../../artifacts/commands/create-bare-artifacts.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { ImportPlan } from '../plan.ts'
import { type Accounts, authorOf } from '../reading/people.ts'
import type { WrittenTrackers } from './write-trackers.ts'

const atOnce = 1000

/** Contract 30 §9.4 rule 1, first pass: all artifacts exist before the first history, so that links lead anywhere. */
export async function writeArtifacts(
  tx: Tx,
  { artifacts }: ImportPlan,
  { trackers }: WrittenTrackers,
  accounts: Accounts,
): Promise<Map<string, ArtifactId>> {
  const byOldId = new Map<string, ArtifactId>()
  for (let start = 0; start < artifacts.length; start += atOnce) {
    const some = artifacts.slice(start, start + atOnce)
    const rows = some.map(({ trackerKey, person, submittedOn }) => ({
      trackerId: trackerIdOf(trackers, trackerKey),
      ...authorOf(person, accounts),
      submittedOn,
    }))
    const made = await createBareArtifacts(tx, rows)
    for (const [index, { oldId }] of some.entries()) {
      const artifact = made[index]
      if (artifact !== undefined) byOldId.set(oldId, artifact.id)
    }
  }
  return byOldId
}

function trackerIdOf(trackers: WrittenTrackers['trackers'], key: string): TrackerId {
  const tracker = trackers.get(key)
  if (tracker === undefined) throw new Error(`The tracker ${key} was not made`)
  return tracker.id
}
