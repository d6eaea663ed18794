import type { Endpoint } from '../../kit/http/endpoint.ts'
import { authenticateClient } from '../oauth2/authenticate-client.ts'
import { readForm } from '../oauth2/parameters.ts'
import { rejectApp } from '../oauth2/reject-app.ts'
import { revokeToken } from '../oauth2/revoke.ts'
import {
  answerOtherMethods,
  assertHttps,
  corsHeaders,
  everyMethod,
  jsonType,
  noStoreHeaders,
} from '../oauth2/transport.ts'

/** Revocation endpoint (RFC 7009, docs/api/oauth2.md §8). */
export const oauth2Revoke: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/token/revoke',
  // Apps authenticate here, not users.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['POST'])
    if (other !== undefined) return other
    const parameters = await readForm(request)
    if (parameters === undefined) return invalidRequest
    const app = await authenticateClient(world.db.read, request.headers['authorization'], parameters)
    if (app === undefined) return invalidClient
    const token = parameters.get('token')
    if (token === undefined) return invalidRequest
    await world.db.write((tx) => revokeToken(tx, app, token))
    return { status: 200, headers: { ...noStoreHeaders, ...corsHeaders } }
  },
  refuse: rejectApp,
}

const headers = { ...noStoreHeaders, ...corsHeaders, 'Content-Type': jsonType }

const invalidRequest = { status: 400, headers, body: JSON.stringify({ error: 'invalid_request' }) }

const invalidClient = {
  status: 401,
  headers: { ...headers, 'WWW-Authenticate': 'Basic realm="Tulipwood OAuth2 Token Revocation Endpoint"' },
  body: JSON.stringify({ error: 'invalid_client' }),
}
