import { defineRoute } from '../../http/declarations/route.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { endSessions } from '../commands/end-sessions.ts'

export const deleteUsersIdSessions = defineRoute({
  method: 'DELETE',
  url: '/users/:id/sessions',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete all sessions of a user, except the one that sends the request.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, credential, params }, world) {
    const isOwn = getUserId(caller) === params.id && credential?.kind === 'cookie'
    await endSessions(world, caller, params.id, isOwn ? (credential.id as SessionId) : undefined)
    return {}
  },
})
