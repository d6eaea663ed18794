import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import { trackerIdsOfProject, trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Territory } from '../model/reach.ts'
import { latestIds } from '../store/recent.ts'
import { visibleIn } from '../store/visible.ts'
import { territoriesOf } from './territories.ts'
import { inOrder } from './tracker-artifacts.ts'

const most = 30

/** What changed last in a project (docs/api/projects.md §8), and whether there is more that the caller may not see. */
export async function heartbeatsOf(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  project: Project,
): Promise<{ readonly artifacts: Artifact[]; readonly hasHidden: boolean }> {
  const { read } = world.db
  const trackers = [...(await trackersOf(world, await trackerIdsOfProject(read, project.id))).values()]
  const everything = trackers.map(({ id, projectId }) => ({ trackerId: id, projectId, reach: 'everything' as const }))
  const own = await territoriesOf(world, caller, trackers)
  const latestIn = (territories: readonly Territory[]) =>
    latestIds(
      read,
      territories.map((each) => visibleIn([each])),
      most,
    )
  const [seen, all] = await Promise.all([latestIn(own), latestIn(everything)])
  const visible = new Set(seen)
  return { artifacts: await inOrder(world, seen), hasHidden: all.some((id) => !visible.has(id)) }
}
