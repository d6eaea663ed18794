import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact, ArtifactGlance } from '../model/artifact.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { loadGlances } from '../store/glances.ts'
import { pageOfIds } from '../store/pages.ts'
import { visibleIn } from '../store/visible.ts'
import { territoriesOf } from './territories.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

interface Asked {
  readonly order: 'asc' | 'desc'
  readonly page: { readonly limit: number; readonly offset: number }
}

/** One full page of the artifacts of a tracker that the caller sees, with their true number (contract 20 §3). */
export async function trackerArtifacts(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  tracker: Tracker,
  { order, page }: Asked,
): Promise<{ readonly glances: ArtifactGlance[]; readonly size: number }> {
  const territories = await territoriesOf(world, caller, [tracker])
  const { ids, size } = await pageOfIds(world.db.read, visibleIn(territories), order, page)
  // One that changed after its id was found may be hidden now.
  const glances = await visibleArtifacts(world, caller, await loadGlances(world.db.read, ids))
  return { glances, size }
}

/** Whole artifacts in the order of their ids as given; one that vanished meanwhile is left out. */
export async function inOrder(world: Pick<World, 'db'>, ids: readonly ArtifactId[]): Promise<Artifact[]> {
  const artifacts = await loadArtifacts(world.db.read, ids)
  return ids.flatMap((id) => artifacts.get(id) ?? [])
}
