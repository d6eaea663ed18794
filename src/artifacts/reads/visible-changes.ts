import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { LoggedChange } from '../model/change.ts'
import { loadDeleted } from '../store/deleted-artifacts.ts'
import { loadGlances } from '../store/glances.ts'
import { territoriesOf } from './territories.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

/**
 * Of these changes those that the caller may be told of, in their order: what he sees now of the artifact decides, and he
 * must see the tracker in which it happened as well. Of what is gone he is told when he would still see it; where that is
 * not known any more, when he sees all of the tracker (docs/decisions/0024-ordered-change-feed.md). A fixed number of queries.
 */
export async function visibleChanges(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  changes: readonly LoggedChange[],
): Promise<LoggedChange[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ artifact }) => artifact.id))]
  const present = new Map((await loadGlances(world.db.read, ids)).map((glance) => [glance.id, glance]))
  const missing = ids.filter((id) => !present.has(id))
  const gone = new Map((await loadDeleted(world.db.read, missing)).map((head) => [head.id, head]))
  const heads = [...present.values(), ...gone.values()]
  const [seen, reaches] = await Promise.all([
    visibleArtifacts(world, caller, heads),
    reachesOf(world, caller, [...new Set(changes.flatMap(trackersOfChange))]),
  ])
  const visible = new Set<ArtifactId>(seen.map(({ id }) => id))
  return changes.flatMap((change) => {
    const { id, trackerId } = change.artifact
    const reach = reaches.get(trackerId) ?? 'nothing'
    const isKnown = present.has(id) || gone.has(id)
    const isTold = isKnown ? visible.has(id) && reach !== 'nothing' : reach === 'everything'
    if (!isTold) return []
    const hidesOrigin = change.from !== undefined && (reaches.get(change.from) ?? 'nothing') === 'nothing'
    return [hidesOrigin ? { ...change, from: undefined } : change]
  })
}

const trackersOfChange = ({ artifact, from }: LoggedChange): TrackerId[] =>
  from === undefined ? [artifact.trackerId] : [artifact.trackerId, from]

async function reachesOf(world: Pick<World, 'db' | 'cache'>, caller: Caller, ids: readonly TrackerId[]) {
  const trackers = await trackersOf(world, ids)
  const territories = await territoriesOf(world, caller, [...trackers.values()])
  return new Map(territories.map(({ trackerId, reach }) => [trackerId, reach]))
}
