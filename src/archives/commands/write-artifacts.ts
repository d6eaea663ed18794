import { createEmptyArtifacts } from '../../artifacts/commands/create-empty-artifacts.ts'
import type { Tx } from '../../database/db/db.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { saveNewTrackerOrder } from '../../trackers/store/tracker-places.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import { type Accounts, findArchiveAuthor } from '../parse/users-of-archive.ts'
import type { ImportPlan, PlannedArtifact } from '../plan/import-plan.ts'
import { saveNextNumbers, saveRanks } from '../store/artifact-numbers.ts'
import type { WrittenTrackers } from './write-trackers.ts'

const batchSize = 1000

/** An artifact of the archive with its new id. */
export interface CreatedArtifact extends PlannedArtifact {
  readonly id: ArtifactId
}

/**
 * docs/api/archive-format.md §3.4 rule 1, first pass: creates all artifacts before their histories, so that links have
 * targets. Created in the order of their trackers (docs/api/archive-format.md §2.9), returned in document order.
 */
export async function writeArtifacts(
  tx: Tx,
  permit: Permit<'complete', { readonly id: ProjectId }>,
  { artifacts, tulipwood }: Pick<ImportPlan, 'artifacts' | 'tulipwood'>,
  { trackers }: WrittenTrackers,
  accounts: Accounts,
): Promise<CreatedArtifact[]> {
  const trackerOf = ({ trackerKey }: PlannedArtifact): TrackerId => trackerIdOf(trackers, trackerKey)
  const inImportOrder = [...artifacts.keys()].sort((a, b) => {
    const [one, other] = [artifacts[a], artifacts[b]] as [PlannedArtifact, PlannedArtifact]
    return trackerOf(one) - trackerOf(other) || a - b
  })
  const numbers = tulipwood === null ? undefined : parseNumbers(artifacts)
  const created: CreatedArtifact[] = new Array(artifacts.length)
  for (const places of splitIntoBatches(inImportOrder, batchSize)) {
    const rows = places.map((place) => {
      const planned = artifacts[place] as PlannedArtifact
      const { author: person, submittedOn, tulipwood: archived } = planned
      return {
        trackerId: trackerOf(planned),
        number: numbers?.[place],
        versionDate: archived?.versionDate || undefined,
        ...findArchiveAuthor(person, accounts),
        submittedOn,
      }
    })
    const createdArtifacts = await createEmptyArtifacts(tx, permit, rows)
    for (const [index, place] of places.entries()) {
      // One artifact per row.
      created[place] = { ...(artifacts[place] as PlannedArtifact), id: createdArtifacts[index]?.id as ArtifactId }
    }
  }
  if (tulipwood !== null && numbers !== undefined) {
    await saveArchivedRanks(tx, permit, created)
    await saveNextNumbers(tx, permit, computeNextNumbers(tulipwood, trackers, artifacts, numbers))
    await saveNewTrackerOrder(tx, permit, listArranged(tulipwood, trackers))
  }
  return created
}

/**
 * Link targets by old id: if several artifacts share an id, the one created last (docs/api/archive-format.md §3.4 rule
 * 11).
 */
export function indexLinkTargets(created: readonly CreatedArtifact[]): Map<string, ArtifactId> {
  const targets = new Map<string, ArtifactId>()
  for (const { oldId, id } of created) {
    if (oldId !== '' && id > (targets.get(oldId) ?? 0)) targets.set(oldId, id)
  }
  return targets
}

/** Archived numbers; artifacts with a missing or repeated number are numbered after the others. */
function parseNumbers(artifacts: readonly PlannedArtifact[]): number[] {
  const numbersByTracker = new Map<string, Set<number>>()
  const keptNumbers = artifacts.map(({ trackerKey, tulipwood: archived }) => {
    const numbers = numbersByTracker.get(trackerKey) ?? new Set<number>()
    numbersByTracker.set(trackerKey, numbers)
    const number = archived?.number ?? 0
    if (number === 0 || numbers.has(number)) return 0
    numbers.add(number)
    return number
  })
  const last = new Map(
    [...numbersByTracker].map(([key, numbers]) => [key, numbers.values().reduce((a, b) => Math.max(a, b), 0)]),
  )
  return artifacts.map(({ trackerKey }, index) => {
    const number = keptNumbers[index] || (last.get(trackerKey) ?? 0) + 1
    last.set(trackerKey, Math.max(last.get(trackerKey) ?? 0, number))
    return number
  })
}

/** Returns numbers after the last one ever assigned. */
function computeNextNumbers(
  tulipwood: TulipwoodDocument,
  trackers: WrittenTrackers['trackers'],
  artifacts: readonly PlannedArtifact[],
  numbers: readonly number[],
): Map<TrackerId, number> {
  const next = new Map<TrackerId, number>()
  const raise = (id: TrackerId, number: number) => next.set(id, Math.max(next.get(id) ?? 1, number))
  for (const [key, { id }] of trackers) raise(id, tulipwood.trackers.get(key)?.nextNumber ?? 1)
  for (const [index, { trackerKey }] of artifacts.entries())
    raise(trackerIdOf(trackers, trackerKey), (numbers[index] ?? 0) + 1)
  return next
}

/** Returns the trackers that were arranged, in their order. */
function listArranged(tulipwood: TulipwoodDocument, trackers: WrittenTrackers['trackers']): TrackerId[] {
  const placed = [...trackers].flatMap(([key, { id }]) => {
    const place = tulipwood.trackers.get(key)?.place ?? null
    return place === null ? [] : [{ id, place }]
  })
  return placed.sort((a, b) => a.place - b.place || a.id - b.id).map(({ id }) => id)
}

/** Saves ranks in the archived order. */
async function saveArchivedRanks(
  tx: Tx,
  permit: Permit<'complete', { readonly id: ProjectId }>,
  created: readonly CreatedArtifact[],
): Promise<void> {
  const ids = created.map(({ id }) => id).sort((a, b) => a - b)
  const keyOf = ({ tulipwood }: CreatedArtifact) => tulipwood?.movedRank ?? tulipwood?.rank ?? 0
  const inOrder = created.toSorted((a, b) => keyOf(a) - keyOf(b) || a.id - b.id)
  const ranks = inOrder.map(({ id }, index) => [id, ids[index] ?? id] as const)
  await saveRanks(
    tx,
    permit,
    ranks.filter(([id, rank]) => id !== rank),
  )
}

function trackerIdOf(trackers: WrittenTrackers['trackers'], key: string): TrackerId {
  const tracker = trackers.get(key)
  if (tracker === undefined) throw new Error(`The tracker ${key} was not made`)
  return tracker.id
}
