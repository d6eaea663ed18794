import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { maySeeSessions } from '../policy.ts'
import { representSession, SessionRepresentation } from '../representations/session.ts'
import { loadSessions } from '../store/sessions.ts'

export const getUsersIdSessions = defineRoute({
  method: 'GET',
  url: '/users/:id/sessions',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'List the sessions of a user (that user and site administrators).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: Type.Array(SessionRepresentation) },
  async answer(request, { db, clock }) {
    const { subject } = maySeeSessions(request.caller, request.params.id)
    const user = await getUser(db.read, subject)
    const sessions = await loadSessions(db.read, user.id, clock.now())
    const own = request.credential?.kind === 'cookie' ? (request.credential.id as SessionId) : undefined
    return { body: sessions.map((session) => representSession(session, request, own)) }
  },
})
