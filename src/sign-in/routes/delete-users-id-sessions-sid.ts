import { defineRoute } from '../../http/declarations/route.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { endSession } from '../commands/end-sessions.ts'

export const deleteUsersIdSessionsSid = defineRoute({
  method: 'DELETE',
  url: '/users/:id/sessions/:sid',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete a session of a user (that user and site administrators).',
  params: Type.Object({
    id: Type.Unsafe<UserId>(Type.Integer()),
    sid: Type.Unsafe<SessionId>(Type.Integer({ description: 'Id of the session.' })),
  }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await endSession(world, caller, params.id, params.sid)
    return {}
  },
})
