import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactAccessHeader, ArtifactVersion } from '../model/artifact.ts'
import type { AccessFacts } from '../model/tracker-access.ts'
import { type ArtifactLocation, canSeeArtifact, getTrackerAccess } from '../policy.ts'
import { loadAccessFacts, noAccess } from '../store/access-facts.ts'
import { findArtifactVersion, isPossibleId } from '../store/artifact-versions.ts'

/**
 * Returns the location of an artifact, or throws. A change needs it before its transaction begins. `knownVersion`: what
 * was read at the beginning of the request; null: the artifact does not exist.
 */
export async function getArtifactLocation(
  world: Pick<World, 'db' | 'cache'>,
  id: ArtifactId,
  knownVersion?: ArtifactVersion | null,
): Promise<ArtifactLocation> {
  const artifactVersion = knownVersion === undefined ? await find(world.db.read, id) : knownVersion
  if (!artifactVersion) throw new Refusal('absent')
  return getLocationInTracker(world, artifactVersion.trackerId)
}

const find = async (db: Reader, id: ArtifactId): Promise<ArtifactVersion | undefined> =>
  isPossibleId(id) ? findArtifactVersion(db, id) : undefined

/** Returns the location of the artifacts of a tracker, or throws. */
export async function getLocationInTracker(
  world: Pick<World, 'db' | 'cache'>,
  trackerId: TrackerId,
): Promise<ArtifactLocation> {
  const { tracker, project, settings } = await loadTrackerWithProject(world, trackerId)
  if (tracker === undefined) throw new Refusal('absent')
  return { tracker, project, settings }
}

/** Whether the caller sees an artifact of that location, read in the transaction. */
export const isArtifactVisible = (
  db: Reader,
  caller: Caller,
  artifact: ArtifactAccessHeader,
  place: ArtifactLocation,
): Promise<boolean> => areArtifactsVisible(db, caller, [artifact], place)

/** Loads the facts that decide whether a caller with restricted access sees an artifact. */
export async function loadFactsOf(
  db: Reader,
  caller: Caller,
  artifact: ArtifactAccessHeader,
  place: ArtifactLocation,
): Promise<AccessFacts> {
  const access = getTrackerAccess(caller, place)
  if (typeof access === 'string') return noAccess
  const factsById = await loadAccessFacts(db, [{ artifact, projectId: place.tracker.projectId, access }])
  return factsById.get(artifact.id) ?? noAccess
}

/** Whether the caller sees all of these artifacts of that location, read in the transaction. */
export async function areArtifactsVisible(
  db: Reader,
  caller: Caller,
  artifacts: readonly ArtifactAccessHeader[],
  place: ArtifactLocation,
): Promise<boolean> {
  const access = getTrackerAccess(caller, place)
  if (typeof access === 'string') return access === 'full'
  const { projectId } = place.tracker
  const factsById = await loadAccessFacts(
    db,
    artifacts.map((artifact) => ({ artifact, projectId, access })),
  )
  return artifacts.every((artifact) => canSeeArtifact(access, artifact, factsById.get(artifact.id) ?? noAccess))
}
