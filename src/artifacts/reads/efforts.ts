import type { StoredLink, StoredValues } from '../../fields/model/field.ts'
import { holdsBurndown, holdsLinks, holdsSum } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { computeEffortHistory, type EffortOverTime, type EffortState, findEffortField } from '../model/effort.ts'
import type { VisibleTracker } from '../model/related-data.ts'
import { findSummand } from '../model/summand.ts'
import { findTimeframe } from '../model/timeframe.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { loadPastValues, type PastValues } from '../store/changesets.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock'>

/**
 * Loads the remaining effort over time for the artifacts of a page with a burndown chart that has started
 * (docs/api/field-values.md §14): sums over linked artifacts as they were linked and estimated at each time,
 * independent of the caller's access, as for computed fields (docs/api/trackers.md §5.1). Two queries for each
 * generation.
 */
export async function loadEfforts(
  world: Deps,
  artifacts: readonly Artifact[],
  visibleTrackerOf: (artifact: Artifact) => VisibleTracker | undefined,
): Promise<Map<ArtifactId, EffortOverTime>> {
  const roots = new Set<ArtifactId>()
  for (const artifact of artifacts) {
    const visibleTracker = visibleTrackerOf(artifact)
    if (visibleTracker !== undefined && hasStartedChart(artifact, visibleTracker, world.clock.now()))
      roots.add(artifact.id)
  }
  if (roots.size === 0) return new Map()
  const histories = new Map<ArtifactId, readonly EffortState[]>()
  let next = [...roots]
  while (next.length > 0) {
    const [heads, past] = await Promise.all([loadHeaders(world.db.read, next), loadPastValues(world.db.read, next)])
    const trackers = await getCachedTrackers(world, [...new Set([...heads.values()].map(({ trackerId }) => trackerId))])
    const children = new Set<ArtifactId>()
    for (const id of next) {
      const head = heads.get(id)
      const tracker = head && trackers.get(head.trackerId)
      const states = tracker && effortStates(past.get(id) ?? [], tracker)
      histories.set(id, states ?? [])
      for (const state of states ?? []) for (const child of state.children) children.add(child)
    }
    next = [...children].filter((id) => !histories.has(id))
  }
  return new Map([...roots].map((id) => [id, computeEffortHistory(histories, id)]))
}

function hasStartedChart({ values }: Artifact, visibleTracker: VisibleTracker, now: number): boolean {
  if (!visibleTracker.readable.some(holdsBurndown) || findEffortField(visibleTracker.readable) === undefined)
    return false
  const { startsOn, endsOn, duration } = findTimeframe(values, visibleTracker)
  return startsOn !== null && startsOn <= now && (endsOn !== null || duration !== null)
}

/** docs/api/field-values.md §12: every forward link counts, whatever its type. */
function effortStates(past: readonly PastValues[], tracker: Tracker): EffortState[] {
  const field = findEffortField(tracker.fields)
  if (field === undefined || tracker.deletedOn !== null) return []
  const links = tracker.fields.find((each) => holdsLinks(each) && each.isUsed)
  let [effort, children]: [number | null, readonly ArtifactId[]] = [null, []]
  return past.flatMap(({ on, values }) => {
    const hasEffort = field.id in values
    const hasLinks = holdsSum(field) && links !== undefined && links.id in values
    if (hasEffort) effort = findSummand(values[field.id], field)
    if (hasLinks) children = linkedIds(values, links.id)
    return hasEffort || hasLinks ? [{ from: on, effort, children }] : []
  })
}

// fields/model/field.ts: StoredLink[], and what links lead to are artifacts.
const linkedIds = (values: StoredValues, field: number): ArtifactId[] =>
  ((values[field] ?? []) as readonly StoredLink[]).map(({ id }) => id as ArtifactId)
