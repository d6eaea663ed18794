import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { FieldId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker, TriggerRule } from '../model/tracker.ts'
import { identifyTriggerRule } from '../triggers/trigger-rule.ts'

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

/** Rules by which the artifacts of one tracker follow their children, in a fixed order. */
export async function loadTriggersOfTracker(db: Reader, id: TrackerId): Promise<TriggerRule[]> {
  const rows = await db.selectFrom('trigger_rule').select('definition').where('target_tracker_id', '=', id).execute()
  const rules = rows.map(({ definition }) => JSON.parse(definition) as TriggerRule)
  return rules.toSorted((a, b) => (identifyTriggerRule(a) < identifyTriggerRule(b) ? -1 : 1))
}

/** Replaces them all. */
export async function saveTriggers(
  tx: Tx,
  { subject }: Permit<'administer', Tracker>,
  triggers: readonly TriggerRule[],
): Promise<void> {
  await tx.deleteFrom('trigger_rule').where('target_tracker_id', '=', subject.id).execute()
  const rows = triggers.map((rule) => ({ target_tracker_id: subject.id, definition: JSON.stringify(rule) }))
  await insertRows(tx, 'trigger_rule', rows)
}

/** Returns the tracker of each field. */
export async function loadTrackersOfFields(
  db: Reader,
  fields: readonly FieldId[],
): Promise<ReadonlyMap<FieldId, TrackerId>> {
  const rows = await db.selectFrom('field').select(['id', 'tracker_id']).where(inList('id', fields)).execute()
  return new Map(rows.map(({ id, tracker_id }) => [id, tracker_id]))
}
