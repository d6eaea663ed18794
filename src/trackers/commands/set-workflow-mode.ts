import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { sharedByState, withoutSimpleActions } from '../model/workflow-mode.ts'
import { mayAdministrateTracker } from '../policy.ts'
import { loadTrackers } from '../store/trackers.ts'
import { replaceTransitionParts, saveWorkflowMode } from '../store/workflows.ts'
import { recordOnTracker } from './record-on-tracker.ts'

export type WorkflowMode = 'simple' | 'advanced'

/** Contract 20 §5.6, order 5: conditions and actions per transition, or shared by all that lead to the same state. */
export async function setWorkflowMode(
  world: Pick<World, 'db' | 'memory' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  mode: WorkflowMode,
): Promise<void> {
  const settings = await settingsOf(world)
  await world.db.write(async (tx: Tx) => {
    const tracker = (await loadTrackers(tx, [id])).get(id)
    const project = tracker && (await lookForProject(tx, tracker.projectId))
    const permit = mayAdministrateTracker(caller, tracker, project, settings)
    const { workflow } = permit.subject
    if (workflow === null) throw new Refusal('invalid', '', { translated: 'This tracker has no workflow.' })
    const isAdvanced = mode === 'advanced'
    if (workflow.isAdvanced === isAdvanced) return
    const transitions = isAdvanced ? withoutSimpleActions(workflow.transitions) : sharedByState(workflow.transitions)
    const ids = await takeIds(
      tx,
      'post_action',
      transitions.reduce((sum, { actions }) => sum + actions.length, 0),
    )
    await replaceTransitionParts(tx, permit, transitions, ids)
    await saveWorkflowMode(tx, permit, isAdvanced)
    const entry = { at: world.clock.now(), by: caller, action: 'workflow mode changed' }
    await recordOnTracker(tx, permit.subject, { ...entry, detail: { to: mode } })
  })
}
