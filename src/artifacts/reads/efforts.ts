import type { StoredLink, StoredValues } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { type EffortOverTime, type EffortState, effortFieldOf, effortOverTime } from '../model/effort.ts'
import { childType } from '../model/links.ts'
import type { SeenTracker } from '../model/surroundings.ts'
import { timeframeOf } from '../model/timeframe.ts'
import { loadHeads } from '../store/artifacts.ts'
import { type PastValues, pastValuesOf } from '../store/changesets.ts'
import { projectsWithoutChildren } from '../store/links.ts'

type Needed = Pick<World, 'db' | 'memory' | 'clock'>

/**
 * The remaining effort over time of the artifacts of a page that have a burndown chart which has begun (contract 30
 * §3.13): of their children as they were linked and estimated then, whoever may see them, as computed fields are summed
 * (contract 20 §6.1). Two queries for each generation.
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
  const childless = await projectsWithoutChildren(world.db.read)
  const histories = new Map<ArtifactId, readonly EffortState[]>()
  let next = [...roots]
  while (next.length > 0) {
    const [heads, past] = await Promise.all([loadHeads(world.db.read, next), pastValuesOf(world.db.read, next)])
    const trackers = await trackersOf(world, [...new Set([...heads.values()].map(({ trackerId }) => trackerId))])
    const children = new Set<ArtifactId>()
    for (const id of next) {
      const head = heads.get(id)
      const tracker = head && trackers.get(head.trackerId)
      const states = tracker && statesOf(past.get(id) ?? [], tracker, childless.has(tracker.projectId))
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

/** `everyLink`: where a project does not use the type for children, every link counts (contract 20 §6.1). */
function statesOf(past: readonly PastValues[], tracker: Tracker, everyLink: boolean): EffortState[] {
  const field = effortFieldOf(tracker.fields)
  if (field === undefined || tracker.deletedOn !== null) return []
  const links = tracker.fields.find(({ type, isUsed }) => type === 'art_link' && isUsed)
  let [effort, children]: [number | null, readonly ArtifactId[]] = [null, []]
  return past.flatMap(({ on, values }) => {
    const tellsEffort = field.id in values
    const tellsLinks = field.type === 'computed' && links !== undefined && links.id in values
    if (tellsEffort) effort = numberOf(values[field.id])
    if (tellsLinks) children = childrenAmong(values, links.id, everyLink)
    return tellsEffort || tellsLinks ? [{ from: on, effort, children }] : []
  })
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function childrenAmong(values: StoredValues, field: number, everyLink: boolean): ArtifactId[] {
  // fields/field.ts: StoredLink[], and what links lead to are artifacts.
  const links = (values[field] ?? []) as readonly StoredLink[]
  return links.filter(({ type }) => everyLink || type === childType).map(({ id }) => id as ArtifactId)
}
