import { runDry } from '../../kit/dry-run.ts'
import { hasPreference } from '../../kit/http/prefer.ts'
import { defineRoute } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
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
