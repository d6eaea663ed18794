import type { Caller } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { both, concerning, openIn } from '../store/open.ts'
import { assigneeFields, trackersWith } from '../store/own-artifacts.ts'
import { pageOfIds } from '../store/pages.ts'
import { visibleIn } from '../store/visible.ts'
import { opennessFor } from './openness.ts'
import { territoriesOf } from './territories.ts'
import { inOrder } from './tracker-artifacts.ts'

interface Asked {
  readonly submitted: boolean
  readonly assigned: boolean
  readonly page: { readonly limit: number; readonly offset: number }
}

/**
 * Open artifacts that a person submitted or is to do, anywhere, of those the caller sees (docs/api/artifacts.md §3.5).
 */
export async function ownArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
  { submitted, assigned, page }: Asked,
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const { read } = world.db
  const own = concerning(user, submitted, assigned ? await assigneeFields(read) : [])
  const trackers = [...(await trackersOf(world, await trackersWith(read, own))).values()]
  const territories = await territoriesOf(world, caller, trackers)
  const open = openIn(trackers.map((tracker) => opennessFor(caller, tracker)))
  const { ids, size } = await pageOfIds(read, both(own, both(open, visibleIn(territories))), 'asc', page)
  return { artifacts: await inOrder(world, ids), size }
}
