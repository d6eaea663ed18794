import type { Endpoint, EndpointRequestHead, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { hasTag } from '../../http/responses/etag.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import { drawAvatar } from '../avatars/draw-avatar.ts'
import { findUserByLogin } from '../store/users.ts'

/** The picture at the `avatar_url` of a user with a real name (docs/api/users.md §1.1). */
export const avatar: Endpoint = {
  methods: ['GET', 'HEAD'],
  url: '/users/:login/avatar.png',
  access: 'optional',
  scope: 'read:user',
  isLinked: true,
  async answer(request, { db }) {
    const { login = '' } = request.params
    const user = await findUserByLogin(db.read, login)
    return answerPicture(request, user ?? { login, realName: '' })
  },
  refuse(refusal, request) {
    // Clients load pictures without credentials: those who may not read users get one that depends on the URL alone.
    if (refusal?.kind === 'unauthenticated' || refusal?.kind === 'forbidden')
      return answerPicture(request, { login: request.params['login'] ?? '', realName: '' })
    return { status: refusal === null ? 500 : statusOf[refusal.kind], headers: { 'Cache-Control': 'no-store' } }
  },
}

function answerPicture(
  { headers: { 'if-none-match': knownTags } }: EndpointRequestHead,
  user: Parameters<typeof drawAvatar>[0],
): EndpointResponse {
  const { png, etag } = drawAvatar(user)
  const headers = { Etag: etag, 'Cache-Control': 'private, max-age=3600', Vary: 'Cookie, Authorization' }
  if (knownTags !== undefined && hasTag(knownTags, etag)) return { status: 304, headers }
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' },
    body: png,
  }
}
