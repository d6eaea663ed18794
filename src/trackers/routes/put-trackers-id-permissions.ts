import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replacePermissions } from '../commands/replace-permissions.ts'
import { TrackerPermissionsInput } from '../parse/input-schemas.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** Tulipwood extension: Tuleap changes them only in its pages. */
export const putTrackersIdPermissions = defineRoute({
  method: 'PUT',
  url: '/trackers/:id/permissions',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Replace the permissions of a tracker. Omitted permissions are removed. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: TrackerPermissionsInput,
  answers: { 200: TrackerRepresentation },
  async answer({ params, body, ...viewer }, world) {
    await replacePermissions(world, viewer.caller, params.id, body)
    const { view, context } = await loadChangedTracker(world, viewer, params.id)
    return { body: representTracker(view, context) }
  },
})
