import { startOfDay } from '../../fields/parse/wall-time.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Project } from '../../projects/model/project.ts'
import { canReadField } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { loadLateIds } from '../store/late-artifacts.ts'
import { both, isOpenIn } from '../store/open-status.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { getOpenStatus } from './open-status.ts'
import { loadProjectTrackers } from './project-trackers.ts'
import { loadInOrder } from './tracker-artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/**
 * Returns one page of the open artifacts of a project whose timeframe ended before today, the longest ago first. Only
 * trackers count where the caller can read the status and the end.
 */
export async function loadLateArtifacts(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  project: Pick<Project, 'id'>,
  page: Page,
): Promise<{ readonly artifacts: Artifact[]; readonly size: number }> {
  const dated = (await loadProjectTrackers(world, caller, project)).flatMap(({ tracker, accessible }) => {
    const definition = tracker.semantics.timeframe
    const end = definition !== undefined && 'end' in definition ? tracker.fieldById.get(definition.end) : undefined
    const status = getOpenStatus(caller, tracker)
    const isReadable = end?.isUsed === true && canReadField(caller, end, tracker)
    return end !== undefined && isReadable && status.status !== null ? [{ accessible, status, end: end.id }] : []
  })
  if (dated.length === 0) return { artifacts: [], size: 0 }
  const where = both(
    buildVisibilityCondition(dated.map(({ accessible }) => accessible)),
    isOpenIn(dated.map(({ status }) => status)),
  )
  const today = startOfDay(world.clock.now(), timezone)
  const ends = dated.map(({ end }) => end)
  const { ids, size } = await loadLateIds(world.db.longRead, where, ends, today, page)
  // An artifact that changed after it was found may be hidden now.
  const artifacts = await filterVisibleArtifacts(world, caller, await loadInOrder(world, ids))
  return { artifacts, size }
}
