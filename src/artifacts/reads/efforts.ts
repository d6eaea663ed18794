import type { StoredLink, StoredValues } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { type EffortOverTime, type EffortState, effortFieldOf, effortOverTime } from '../model/effort.ts'
import { summandIn } from '../model/summand.ts'
import type { SeenTracker } from '../model/surroundings.ts'
import { timeframeOf } from '../model/timeframe.ts'
import { loadHeads } from '../store/artifacts.ts'
import { type PastValues, pastValuesOf } from '../store/changesets.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock'>

/**
 * The remaining effort over time of the artifacts of a page that have a burndown chart which has begun
 * (docs/api/field-values.md §14): of what they linked to as it was linked and estimated then, whoever may see it, as
 * computed fields are summed (docs/api/trackers.md §5.1). Two queries for each generation.
 */
export async function loadEfforts(
  world: Needed,
  artifacts: readonly Artifact[],
  seenOf: (artifact: Artifact) => SeenTracker | undefined,
): Promise<Map<ArtifactId, EffortOverTime>> {
  const roots = new Set<ArtifactId>()
  for (const artifact of artifacts) {
    const seen = seenOf(artifact)
    if (seen !== undefined && hasBegunChart(artifact, seen, world.clock.now())) roots.add(artifact.id)
  }
  if (roots.size === 0) return new Map()
  const histories = new Map<ArtifactId, readonly EffortState[]>()
  let next = [...roots]
  while (next.length > 0) {
    const [heads, past] = await Promise.all([loadHeads(world.db.read, next), pastValuesOf(world.db.read, next)])
    const trackers = await trackersOf(world, [...new Set([...heads.values()].map(({ trackerId }) => trackerId))])
    const children = new Set<ArtifactId>()
    for (const id of next) {
      const head = heads.get(id)
      const tracker = head && trackers.get(head.trackerId)
      const states = tracker && statesOf(past.get(id) ?? [], tracker)
      histories.set(id, states ?? [])
      for (const state of states ?? []) for (const child of state.children) children.add(child)
    }
    next = [...children].filter((id) => !histories.has(id))
  }
  return new Map([...roots].map((id) => [id, effortOverTime(histories, id)]))
}

function hasBegunChart({ values }: Artifact, seen: SeenTracker, now: number): boolean {
  if (!seen.readable.some(({ type }) => type === 'burndown') || effortFieldOf(seen.readable) === undefined) return false
  const { startsOn, endsOn, duration } = timeframeOf(values, seen)
  return startsOn !== null && startsOn <= now && (endsOn !== null || duration !== null)
}

/** docs/api/field-values.md §12: every forward link counts, whatever its type. */
function statesOf(past: readonly PastValues[], tracker: Tracker): EffortState[] {
  const field = effortFieldOf(tracker.fields)
  if (field === undefined || tracker.deletedOn !== null) return []
  const links = tracker.fields.find(({ type, isUsed }) => type === 'art_link' && isUsed)
  let [effort, children]: [number | null, readonly ArtifactId[]] = [null, []]
  return past.flatMap(({ on, values }) => {
    const tellsEffort = field.id in values
    const tellsLinks = field.type === 'computed' && links !== undefined && links.id in values
    if (tellsEffort) effort = summandIn(values[field.id], field)
    if (tellsLinks) children = linkedFrom(values, links.id)
    return tellsEffort || tellsLinks ? [{ from: on, effort, children }] : []
  })
}

// fields/field.ts: StoredLink[], and what links lead to are artifacts.
const linkedFrom = (values: StoredValues, field: number): ArtifactId[] =>
  ((values[field] ?? []) as readonly StoredLink[]).map(({ id }) => id as ArtifactId)
