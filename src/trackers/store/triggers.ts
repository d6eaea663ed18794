import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { TriggerRule } from '../model/tracker.ts'

/** Rules by which parents follow their children, of all trackers of a project; remembered until a tracker changes. */
export const triggersOfProject = (
  world: Pick<World, 'db' | 'memory'>,
  projectId: ProjectId,
): Promise<readonly TriggerRule[]> =>
  world.memory.recall('trackers', `triggers of ${projectId}`, () => loadTriggers(world.db.read, projectId))

/** Always from the database: for work that runs inside a transaction. */
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
