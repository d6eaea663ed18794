import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import { findTrackerOfField } from '../store/fields.ts'
import { getCachedTracker } from '../store/trackers.ts'
import { loadDescribeContext } from './load-describe-context.ts'

/** Loads an element that this request created or changed, whether or not the viewer may read its values. */
export async function loadChangedField(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  viewer: Viewer,
  id: FieldId,
): Promise<{ readonly field: Field; readonly tracker: Tracker; readonly context: DescribeContext }> {
  const trackerId = await findTrackerOfField(world.db.read, id)
  const tracker = trackerId && (await getCachedTracker(world, trackerId))
  const field = tracker?.fieldById.get(id)
  // Another request has deleted it since.
  if (tracker === undefined || field === undefined) throw new Refusal('absent', 'Field not found.')
  return { field, tracker, context: await loadDescribeContext(world, viewer, tracker.projectId, [field]) }
}
