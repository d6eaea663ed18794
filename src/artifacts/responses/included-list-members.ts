import type { CachedBody } from '../../kit/caches/body-cache.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { type ArtifactLocation, explainUpdate, getTrackerAccess } from '../policy.ts'
import { loadChildCounts } from '../reads/child-counts.ts'
import { loadVisibleTrackers } from '../reads/visible-trackers.ts'
import { loadWritingCaller } from '../reads/writing-caller.ts'
import type { IncludedListName } from '../representations/included-members.ts'
import { type Candidate, loadAccessFacts, noAccess } from '../store/access-facts.ts'
import type { RequestViewer } from './artifact-cache.ts'
import { addMembers, isAllowed, noChildren } from './included-members.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** Returns the JSON texts of visible artifacts in order, with the members that `include` requests. */
export async function addListMembers(
  world: Deps,
  viewer: RequestViewer,
  versions: readonly ArtifactVersion[],
  bodies: ReadonlyMap<ArtifactId, CachedBody>,
  names: ReadonlySet<IncludedListName>,
): Promise<string[]> {
  const [updatable, childCounts] = await Promise.all([
    names.has('can_update') ? loadUpdatable(world, viewer, versions) : null,
    names.has('children') ? loadChildCounts(world, viewer.caller, versions) : null,
  ])
  return versions.flatMap(({ id }) => {
    const body = bodies.get(id)
    if (body === undefined) return []
    const etag = names.has('etag') ? { etag: body.etag } : {}
    const canUpdate = updatable && { can_update: updatable.has(id) }
    return addMembers(body.text, {
      ...etag,
      ...canUpdate,
      ...(childCounts && { children: childCounts.get(id) ?? noChildren }),
    })
  })
}

/** Loads the ids of those that the caller may update, with a fixed number of queries. */
async function loadUpdatable(
  world: Deps,
  viewer: Pick<RequestViewer, 'caller'>,
  versions: readonly ArtifactVersion[],
): Promise<ReadonlySet<ArtifactId>> {
  const caller = await loadWritingCaller(world, viewer.caller)
  const settings = await getSettings(world)
  const trackerIds = versions.map(({ trackerId }) => trackerId)
  const locations = new Map(
    [...(await loadVisibleTrackers(world, caller, trackerIds))].map(([id, { tracker, project }]) => {
      const location: ArtifactLocation = { tracker, project, settings }
      return [id, { location, access: getTrackerAccess(caller, location) }] as const
    }),
  )
  const candidates = versions.flatMap((artifact): Candidate[] => {
    const entry = locations.get(artifact.trackerId)
    if (entry === undefined || typeof entry.access === 'string') return []
    return [{ artifact, projectId: entry.location.tracker.projectId, access: entry.access }]
  })
  const facts = candidates.length === 0 ? new Map() : await loadAccessFacts(world.db.read, candidates)
  const updatable = versions.filter((artifact) => {
    const location = locations.get(artifact.trackerId)?.location
    if (location === undefined) return false
    return isAllowed(explainUpdate({ caller, artifact, location, facts: facts.get(artifact.id) ?? noAccess }))
  })
  return new Set(updatable.map(({ id }) => id))
}
