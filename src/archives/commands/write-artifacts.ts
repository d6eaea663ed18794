import { createEmptyArtifacts } from '../../artifacts/commands/create-empty-artifacts.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { ImportPlan, PlannedArtifact } from '../plan.ts'
import type { Ours } from '../reading/ours.ts'
import { type Accounts, authorOf } from '../reading/people.ts'
import { saveNextNumbers, saveRanks } from '../store/numbers.ts'
import type { WrittenTrackers } from './write-trackers.ts'

const atOnce = 1000

/** An artifact of the archive and its id here. */
export interface CreatedArtifact extends PlannedArtifact {
  readonly id: ArtifactId
}

/**
 * docs/api/archive-format.md §3.4 rule 1, first pass: all artifacts exist before the first history, so that links lead
 * anywhere. They are created in the order of their trackers (docs/api/archive-format.md §2.9) and returned in the order
 * of the document.
 */
export async function writeArtifacts(
  tx: Tx,
  { artifacts, ours }: Pick<ImportPlan, 'artifacts' | 'ours'>,
  { trackers }: WrittenTrackers,
  accounts: Accounts,
): Promise<CreatedArtifact[]> {
  const trackerOf = ({ trackerKey }: PlannedArtifact): TrackerId => trackerIdOf(trackers, trackerKey)
  const inImportOrder = [...artifacts.keys()].sort((a, b) => {
    const [one, other] = [artifacts[a], artifacts[b]] as [PlannedArtifact, PlannedArtifact]
    return trackerOf(one) - trackerOf(other) || a - b
  })
  const numbers = ours === null ? undefined : numbersOf(artifacts)
  const created: CreatedArtifact[] = new Array(artifacts.length)
  for (let start = 0; start < inImportOrder.length; start += atOnce) {
    const places = inImportOrder.slice(start, start + atOnce)
    const rows = places.map((place) => {
      const planned = artifacts[place] as PlannedArtifact
      const { person, submittedOn, own } = planned
      return {
        trackerId: trackerOf(planned),
        number: numbers?.[place],
        versionDate: own?.versionDate || undefined,
        ...authorOf(person, accounts),
        submittedOn,
      }
    })
    const made = await createEmptyArtifacts(tx, rows)
    for (const [index, place] of places.entries()) {
      // One artifact came back for each row.
      created[place] = { ...(artifacts[place] as PlannedArtifact), id: made[index]?.id as ArtifactId }
    }
  }
  if (ours !== null && numbers !== undefined) {
    await keepRanks(tx, created)
    await saveNextNumbers(tx, nextNumbers(ours, trackers, artifacts, numbers))
  }
  return created
}

/**
 * Where links lead by old ids: of several artifacts with one id, the one created last has it
 * (docs/api/archive-format.md §3.4 rule 11).
 */
export function linkTargets(created: readonly CreatedArtifact[]): Map<string, ArtifactId> {
  const targets = new Map<string, ArtifactId>()
  for (const { oldId, id } of created) {
    if (oldId !== '' && id > (targets.get(oldId) ?? 0)) targets.set(oldId, id)
  }
  return targets
}

/** The numbers artifacts had; one that has none, or one that is repeated in its tracker, comes behind the others. */
function numbersOf(artifacts: readonly PlannedArtifact[]): number[] {
  const taken = new Map<string, Set<number>>()
  const kept = artifacts.map(({ trackerKey, own }) => {
    const numbers = taken.get(trackerKey) ?? new Set<number>()
    taken.set(trackerKey, numbers)
    const number = own?.number ?? 0
    if (number === 0 || numbers.has(number)) return 0
    numbers.add(number)
    return number
  })
  const last = new Map([...taken].map(([key, numbers]) => [key, numbers.values().reduce((a, b) => Math.max(a, b), 0)]))
  return artifacts.map(({ trackerKey }, index) => {
    const number = kept[index] || (last.get(trackerKey) ?? 0) + 1
    last.set(trackerKey, Math.max(last.get(trackerKey) ?? 0, number))
    return number
  })
}

/** Numbers that continue behind the last one ever given. */
function nextNumbers(
  ours: Ours,
  trackers: WrittenTrackers['trackers'],
  artifacts: readonly PlannedArtifact[],
  numbers: readonly number[],
): Map<TrackerId, number> {
  const next = new Map<TrackerId, number>()
  const raise = (id: TrackerId, number: number) => next.set(id, Math.max(next.get(id) ?? 1, number))
  for (const [key, { id }] of trackers) raise(id, ours.trackers.get(key)?.nextNumber ?? 1)
  for (const [index, { trackerKey }] of artifacts.entries())
    raise(trackerIdOf(trackers, trackerKey), (numbers[index] ?? 0) + 1)
  return next
}

/** Ranks in the order they had. */
async function keepRanks(tx: Tx, created: readonly CreatedArtifact[]): Promise<void> {
  const ids = created.map(({ id }) => id).sort((a, b) => a - b)
  const inOrder = created.toSorted((a, b) => (a.own?.rank ?? 0) - (b.own?.rank ?? 0) || a.id - b.id)
  const ranks = inOrder.map(({ id }, index) => [id, ids[index] ?? id] as const)
  await saveRanks(
    tx,
    ranks.filter(([id, rank]) => id !== rank),
  )
}

function trackerIdOf(trackers: WrittenTrackers['trackers'], key: string): TrackerId {
  const tracker = trackers.get(key)
  if (tracker === undefined) throw new Error(`The tracker ${key} was not made`)
  return tracker.id
}
