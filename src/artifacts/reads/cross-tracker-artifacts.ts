import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import type { CrossTrackerCondition } from '../../queries/model/cross-tracker-query.ts'
import { resolveCrossTrackerQuery } from '../../queries/reads/cross-tracker-query.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { SearchedTracker } from '../../queries/reads/searched-tracker.ts'
import { getCachedTrackers, loadAllTrackerIds } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { restrictToVisible } from '../model/visible-condition.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { matchingAcrossTrackers } from '../store/cross-tracker-query.ts'
import { both } from '../store/open-status.ts'
import { loadIdPage } from '../store/pages.ts'
import { type ArtifactCondition, buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** A tracker in which the caller sees artifacts, with their access. */
export interface SearchableTracker extends SearchedTracker {
  readonly accessible: AccessibleTracker
}

/** Maximum number of trackers with restricted access, because each adds its own conditions to the query. */
const maxRestrictedTrackers = 200

/** Loads every tracker of all projects in which the caller sees artifacts. */
export async function loadSearchableTrackers(world: Deps, caller: Caller): Promise<SearchableTracker[]> {
  const trackers = await getCachedTrackers(world, await loadAllTrackerIds(world.db.read))
  const accessibleTrackers = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  const projects = await loadProjects(world, [...new Set(accessibleTrackers.map(({ projectId }) => projectId))])
  return accessibleTrackers.flatMap((accessible) => {
    const tracker = trackers.get(accessible.trackerId)
    const project = projects.get(accessible.projectId)
    if (accessible.access === 'none' || tracker === undefined || project === undefined) return []
    return [{ tracker, project, accessible }]
  })
}

/** Compiles a query across trackers to a condition on artifacts that the caller sees. */
export async function compileCrossTrackerCondition(
  world: Deps,
  queryContext: QueryContext,
  searchable: readonly SearchableTracker[],
  expertQuery: string,
): Promise<{ readonly where: ArtifactCondition; readonly places: readonly SearchableTracker[] }> {
  const accessibleTrackers = searchable.map(({ accessible }) => accessible)
  const resolvedQuery = await resolveCrossTrackerQuery(world, queryContext, searchable, expertQuery, async (ids) => {
    const visibleArtifacts = await filterVisibleArtifacts(
      world,
      queryContext.caller,
      await loadArtifactVersions(world.db.read, ids),
    )
    return new Set<ArtifactId>(visibleArtifacts.map(({ id }) => id))
  })
  const possible = new Set(resolvedQuery.trackers.map(({ tracker }) => tracker.id))
  const there = searchable.filter(({ tracker }) => possible.has(tracker.id))
  return {
    where: both(
      buildTrackersVisibilityCondition(there),
      matchingAcrossTrackers(restrictQueryToVisible(resolvedQuery.condition, accessibleTrackers)),
    ),
    places: there,
  }
}

/** Returns the condition for artifacts of these trackers that the caller sees. */
export function buildTrackersVisibilityCondition(searchable: readonly SearchableTracker[]): ArtifactCondition {
  const restricted = searchable.filter(
    ({ accessible: { access } }) => typeof access !== 'string' && !access.hasFullPermission,
  )
  if (restricted.length > maxRestrictedTrackers)
    throw new Refusal(
      'invalid',
      message`More than ${maxRestrictedTrackers} trackers have artifacts that are visible only in part. Restrict the search with \`trackers\` or \`projects\`.`,
    )
  return buildVisibilityCondition(searchable.map(({ accessible }) => accessible))
}

/** Returns one page of the artifacts in all trackers that match a query, by id, with their total number. */
export async function findAcrossTrackers(
  world: Deps,
  queryContext: QueryContext,
  expertQuery: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly versions: ArtifactVersion[]; readonly size: number }> {
  const { where } = await compileCrossTrackerCondition(
    world,
    queryContext,
    await loadSearchableTrackers(world, queryContext.caller),
    expertQuery,
  )
  const { ids, size } = await loadIdPage(world.db.longRead, where, 'asc', page)
  // An artifact that changed after its id was found may be hidden now.
  const versions = await filterVisibleArtifacts(
    world,
    queryContext.caller,
    await loadArtifactVersions(world.db.read, ids),
  )
  return { versions, size }
}

/** Invisible artifacts do not count as ends of links (model/visible-condition.ts). */
function restrictQueryToVisible(
  spread: CrossTrackerCondition,
  accessibleTrackers: readonly AccessibleTracker[],
): CrossTrackerCondition {
  if (spread.kind === 'all' || spread.kind === 'any')
    return { kind: spread.kind, of: spread.of.map((each) => restrictQueryToVisible(each, accessibleTrackers)) }
  if (spread.kind === 'not') return { kind: 'not', of: restrictQueryToVisible(spread.of, accessibleTrackers) }
  if (spread.kind !== 'own') return spread
  const condition = restrictToVisible(spread.condition, accessibleTrackers)
  // A leaf condition stays a leaf.
  return { kind: 'own', condition: condition as typeof spread.condition }
}
