import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { TriggerRule } from '../model/tracker.ts'

/** Returns the rules of a project, cached until a tracker changes: needed by every change of an artifact. */
export const getTriggers = (
  db: Reader,
  { cache }: Pick<World, 'cache'>,
  projectId: ProjectId,
): Promise<TriggerRule[]> =>
  cache.getOrLoad('trackers', `triggers of project ${projectId}`, () => loadTriggers(db, projectId))

/** Rules by which parents follow their children, of all trackers of a project. */
export async function loadTriggers(db: Reader, projectId: ProjectId): Promise<TriggerRule[]> {
  const rows = await db
    .selectFrom('trigger_rule')
    .innerJoin('tracker', 'tracker.id', 'trigger_rule.target_tracker_id')
    .select('trigger_rule.definition')
    .where('tracker.project_id', '=', projectId)
    .where('tracker.deleted_on', 'is', null)
    .execute()
  return rows.map(({ definition }) => JSON.parse(definition) as TriggerRule)
}
