import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import type { CrossTrackerCondition } from '../../queries/model/cross-tracker-query.ts'
import { resolveCrossTrackerQuery } from '../../queries/reads/cross-tracker-query.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { SearchedTracker } from '../../queries/reads/searched-tracker.ts'
import { allTrackerIds, trackersOf } from '../../trackers/store/trackers.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { inSight } from '../model/in-sight.ts'
import type { Territory } from '../model/reach.ts'
import { loadGlances } from '../store/glances.ts'
import { both } from '../store/open.ts'
import { pageOfIds } from '../store/pages.ts'
import { satisfyingSpread } from '../store/spread.ts'
import { type ArtifactCondition, visibleIn } from '../store/visible.ts'
import { territoriesOf } from './territories.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

type Needed = Pick<World, 'db' | 'cache'>

/** A tracker in which the caller sees artifacts, and how far. */
export interface SeenPlace extends SearchedTracker {
  readonly territory: Territory
}

/** Trackers of which each needs conditions of its own, because what is seen there depends on who submitted it. */
const mostPartial = 200

/** Every tracker in which the caller sees anything, in whatever project. */
export async function seenPlaces(world: Needed, caller: Caller): Promise<SeenPlace[]> {
  const trackers = await trackersOf(world, await allTrackerIds(world.db.read))
  const territories = await territoriesOf(world, caller, [...trackers.values()])
  const projects = await loadProjects(world, [...new Set(territories.map(({ projectId }) => projectId))])
  return territories.flatMap((territory) => {
    const tracker = trackers.get(territory.trackerId)
    const project = projects.get(territory.projectId)
    if (territory.reach === 'nothing' || tracker === undefined || project === undefined) return []
    return [{ tracker, project, territory }]
  })
}

/** What a query asks of all that the caller sees, as a condition on artifacts that he sees. */
export async function soughtIn(
  world: Needed,
  asking: QueryContext,
  places: readonly SeenPlace[],
  expertQuery: string,
): Promise<{ readonly where: ArtifactCondition; readonly places: readonly SeenPlace[] }> {
  const territories = places.map(({ territory }) => territory)
  const found = await resolveCrossTrackerQuery(world, asking, places, expertQuery, async (ids) => {
    const seen = await visibleArtifacts(world, asking.caller, await loadGlances(world.db.read, ids))
    return new Set<ArtifactId>(seen.map(({ id }) => id))
  })
  const possible = new Set(found.trackers.map(({ tracker }) => tracker.id))
  const there = places.filter(({ tracker }) => possible.has(tracker.id))
  return { where: both(seenIn(there), satisfyingSpread(spreadInSight(found.condition, territories))), places: there }
}

/** Artifacts of these places that the caller sees. */
export function seenIn(places: readonly SeenPlace[]): ArtifactCondition {
  const partial = places.filter(({ territory: { reach } }) => typeof reach !== 'string' && !reach.isFull)
  if (partial.length > mostPartial)
    throw new Refusal(
      'invalid',
      `You see only some artifacts in more than ${mostPartial} trackers: name trackers or projects`,
    )
  return visibleIn(places.map(({ territory }) => territory))
}

/** One page of what a query finds in all trackers, by id, with the true number. */
export async function artifactsEverywhere(
  world: Needed,
  asking: QueryContext,
  expertQuery: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly glances: ArtifactGlance[]; readonly size: number }> {
  const { where } = await soughtIn(world, asking, await seenPlaces(world, asking.caller), expertQuery)
  const { ids, size } = await pageOfIds(world.db.aside, where, 'asc', page)
  // One that changed after its id was found may be hidden now.
  const glances = await visibleArtifacts(world, asking.caller, await loadGlances(world.db.read, ids))
  return { glances, size }
}

/** Artifacts out of sight are at no end of a link (model/in-sight.ts). */
function spreadInSight(spread: CrossTrackerCondition, seen: readonly Territory[]): CrossTrackerCondition {
  if (spread.kind === 'all' || spread.kind === 'any')
    return { kind: spread.kind, of: spread.of.map((each) => spreadInSight(each, seen)) }
  if (spread.kind === 'not') return { kind: 'not', of: spreadInSight(spread.of, seen) }
  if (spread.kind !== 'own') return spread
  const condition = inSight(spread.condition, seen)
  // What is a leaf stays one.
  return { kind: 'own', condition: condition as typeof spread.condition }
}
