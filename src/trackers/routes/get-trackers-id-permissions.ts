import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getPermissions } from '../reads/get-permissions.ts'
import { PermissionsRepresentation, representPermissions } from '../representations/permissions.ts'

/**
 * Tulipwood extension: GET /trackers/{id} omits fields that the administrator cannot read, whose permissions could
 * otherwise not be changed any more.
 */
export const getTrackersIdPermissions = defineRoute({
  method: 'GET',
  url: '/trackers/:id/permissions',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'Get the permissions of a tracker and of all its used fields, the groups that have or can have some, and which ones those are (tracker administrators); for a user, also what decides how they apply.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    user: Type.String({ default: '', description: 'Id or login of a user, or `anonymous`.' }),
  }),
  answers: { 200: PermissionsRepresentation },
  async answer({ params, query, ...viewer }, world) {
    return { body: representPermissions(await getPermissions(world, viewer.caller, params.id, query.user), viewer) }
  },
})
