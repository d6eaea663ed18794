import type { Caller } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import type { ArtifactInSight } from '../model/artifact.ts'
import type { Standing } from '../model/reach.ts'
import { isWithin, type Place, reachInto } from '../policy.ts'
import { lookForGlance } from '../store/glances.ts'
import { loadStandings, nothingGranted } from '../store/standings.ts'

/** Where an artifact lies, or that there is none: what a change of it must know before its transaction begins. */
export async function placeOf(world: Pick<World, 'db' | 'cache'>, id: ArtifactId): Promise<Place> {
  const glance = Number.isSafeInteger(id) && id > 0 ? await lookForGlance(world.db.read, id) : undefined
  if (glance === undefined) throw new Refusal('absent')
  const { tracker, project, settings } = await loadTrackerWithProject(world, glance.trackerId)
  if (tracker === undefined) throw new Refusal('absent')
  return { tracker, project, settings }
}

/** Whether the caller sees an artifact of that place, as things stand in the transaction. */
export async function isVisibleIn(
  db: Reader,
  caller: Caller,
  artifact: ArtifactInSight,
  place: Place,
): Promise<boolean> {
  return isWithin(reachInto(caller, place), artifact, await standingOf(db, caller, artifact, place))
}

/** What decides about an artifact, for a caller who sees some of the tracker. */
export async function standingOf(
  db: Reader,
  caller: Caller,
  artifact: ArtifactInSight,
  place: Place,
): Promise<Standing> {
  const reach = reachInto(caller, place)
  if (typeof reach === 'string') return nothingGranted
  const standings = await loadStandings(db, [{ head: artifact, projectId: place.tracker.projectId, reach }])
  return standings.get(artifact.id) ?? nothingGranted
}
