import { route } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { deleteTracker } from '../commands/delete-tracker.ts'

/** Our extension: the reference deletes trackers in its own pages alone. */
export const deleteTrackersId = route({
  method: 'DELETE',
  url: '/trackers/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Takes a tracker out of sight with all it holds, until it is restored; for its administrators.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 204: null },
  async answer({ caller, params }, world) {
    await deleteTracker(world, caller, params.id)
    return { status: 204 }
  },
})
