import { defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { deleteTracker } from '../commands/delete-tracker.ts'

/** Tulipwood extension: Tuleap deletes trackers only in its pages. */
export const deleteTrackersId = defineRoute({
  method: 'DELETE',
  url: '/trackers/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['Prefer'],
  summary:
    'Delete a tracker (it can be restored). With `Prefer: dry-run`, only check the request. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 204: null },
  async answer({ caller, params, headers }, world) {
    if (!hasPreference(headers, 'dry-run')) {
      await deleteTracker(world, caller, params.id)
      return { status: 204 }
    }
    await runDry(world, (inside) => deleteTracker(inside, caller, params.id))
    return { status: 204, headers: { 'Preference-Applied': 'dry-run' } }
  },
})
