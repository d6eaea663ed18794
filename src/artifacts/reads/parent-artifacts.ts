import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { trackerOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { both, openIn } from '../store/open.ts'
import { pageOfIds } from '../store/pages.ts'
import { visibleIn } from '../store/visible.ts'
import { foundPage } from './found-page.ts'
import { openCondition, opennessFor } from './openness.ts'
import { territoriesOf } from './territories.ts'
import { inOrder } from './tracker-artifacts.ts'

/**
 * Open artifacts of the parent tracker, the newest first (docs/api/trackers.md §4.4); none without a parent the caller
 * sees.
 */
export async function parentArtifacts(
  world: Pick<World, 'db' | 'cache' | 'findings'>,
  caller: Caller,
  tracker: Tracker,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const parent = tracker.parentId === null ? undefined : await trackerOf(world, tracker.parentId)
  if (parent === undefined) return { artifacts: [], size: 0 }
  const territories = await territoriesOf(world, caller, [parent])
  const open = opennessFor(caller, parent)
  const { ids, size } =
    (await foundPage(world, territories, openCondition(open), 'desc', page)) ??
    (await pageOfIds(world.db.read, both(openIn([open]), visibleIn(territories)), 'desc', page))
  return { artifacts: await inOrder(world, ids), size }
}
