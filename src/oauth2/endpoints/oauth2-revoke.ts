import type { Endpoint } from '../../http/declarations/endpoint.ts'
import { corsHeaders, everyMethod, noStoreHeaders } from '../../sign-in/pages/transport.ts'
import { createErrorResponse, openAppRequest } from '../protocol/app-request.ts'
import { rejectApp } from '../protocol/reject-app.ts'
import { revokeToken } from '../protocol/revoke.ts'

const realm = 'Tulipwood OAuth2 Token Revocation Endpoint'

/** Revocation endpoint (RFC 7009, docs/api/oauth2.md §8). */
export const oauth2Revoke: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/token/revoke',
  // Apps authenticate here, not users.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const opened = await openAppRequest(request, world, realm)
    if ('rejection' in opened) return opened.rejection
    const token = opened.parameters.get('token')
    if (token === undefined) return createErrorResponse('invalid_request', realm)
    await world.db.write((tx) => revokeToken(tx, opened.app, token))
    return { status: 200, headers: { ...noStoreHeaders, ...corsHeaders } }
  },
  refuse: rejectApp,
}
