import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsSum, isSummand } from '../../fields/registry/capabilities.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { getForwardLinks } from '../model/links.ts'
import type { VisibleTracker } from '../model/related-data.ts'
import { findSummand, roundSum } from '../model/summand.ts'
import { loadArtifacts } from '../store/artifacts.ts'

type TrackerFields = Pick<VisibleTracker, 'tracker' | 'readable'>

/** Running sum of one computed field of one artifact. */
interface Sum {
  readonly root: ArtifactId
  readonly field: Field
  readonly counted: Set<ArtifactId>
  next: readonly ArtifactId[]
  total: number | null
}

/**
 * Loads computed values of a page (docs/api/trackers.md §5.1): sums of fields with the same name over all linked
 * artifacts, independent of the caller's access, down to manual values and plain numbers. One query for each
 * generation; each artifact is counted once, so cycles end.
 */
export async function loadSums(
  world: Pick<World, 'db' | 'cache'>,
  artifacts: readonly Artifact[],
  visibleTrackerOf: (artifact: Artifact) => TrackerFields | undefined,
): Promise<Map<ArtifactId, Map<FieldId, number | null>>> {
  const computed = artifacts.flatMap((artifact) => {
    const visibleTracker = visibleTrackerOf(artifact)
    const fields = visibleTracker?.readable.filter(holdsSum) ?? []
    return visibleTracker === undefined || fields.length === 0
      ? []
      : [{ artifact, tracker: visibleTracker.tracker, fields }]
  })
  if (computed.length === 0) return new Map()
  const sums = computed.flatMap(({ artifact, tracker, fields }) =>
    fields.map((field): Sum => {
      const next = linkedIds(artifact.values, tracker)
      return { root: artifact.id, field, counted: new Set([artifact.id]), next, total: null }
    }),
  )
  await addGenerations(world, sums)
  const sumsByArtifact = new Map<ArtifactId, Map<FieldId, number | null>>()
  for (const { root, field, total } of sums) {
    const fields = sumsByArtifact.get(root) ?? new Map<FieldId, number | null>()
    sumsByArtifact.set(root, fields.set(field.id, total === null ? null : roundSum(total)))
  }
  return sumsByArtifact
}

async function addGenerations(world: Pick<World, 'db' | 'cache'>, sums: readonly Sum[]): Promise<void> {
  const artifactsById = new Map<ArtifactId, Artifact>()
  while (sums.some(({ next }) => next.length > 0)) {
    const missing = [...new Set(sums.flatMap(({ next }) => next))].filter((id) => !artifactsById.has(id))
    for (const [id, artifact] of await loadArtifacts(world.db.read, missing)) artifactsById.set(id, artifact)
    const trackers = await getCachedTrackers(world, [
      ...new Set([...artifactsById.values()].map(({ trackerId }) => trackerId)),
    ])
    for (const sum of sums) {
      const children = [...new Set(sum.next)].filter((id) => !sum.counted.has(id))
      sum.next = children.flatMap((id) => {
        sum.counted.add(id)
        const child = artifactsById.get(id)
        const tracker = child && trackers.get(child.trackerId)
        return child === undefined || tracker === undefined || tracker.deletedOn !== null
          ? []
          : addChild(sum, child, tracker)
      })
    }
  }
}

/** Adds the value of a child, or returns its children if it has no value of its own. */
function addChild(sum: Sum, child: Artifact, tracker: Tracker): ArtifactId[] {
  const field = tracker.fieldByName.get(sum.field.name)
  if (field === undefined || !field.isUsed || !isSummand(field)) return []
  const value = findSummand(child.values[field.id], field)
  if (value !== null) sum.total = (sum.total ?? 0) + value
  return value !== null || !holdsSum(field) ? [] : linkedIds(child.values, tracker)
}

/** docs/api/field-values.md §12: every forward link counts, whatever its type. */
const linkedIds = (values: StoredValues, tracker: Tracker): ArtifactId[] =>
  // Ids at the ends of links are those of artifacts.
  getForwardLinks(values, tracker.fields).map(({ id }) => id as ArtifactId)
