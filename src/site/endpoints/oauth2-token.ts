import type { Endpoint, EndpointRequest, EndpointResponse } from '../../kit/http/endpoint.ts'
import type { World } from '../../kit/world.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { authenticateClient } from '../oauth2/authenticate-client.ts'
import { signIdToken } from '../oauth2/id-token.ts'
import { accessTokenSeconds } from '../oauth2/lifetimes.ts'
import { type Parameters, readForm } from '../oauth2/parameters.ts'
import { redeemCode } from '../oauth2/redeem-code.ts'
import { refreshTokens } from '../oauth2/refresh.ts'
import { rejectApp } from '../oauth2/reject-app.ts'
import { getSigningKey } from '../oauth2/signing-keys.ts'
import type { TokenDecision, TokenError } from '../oauth2/token-response.ts'
import {
  answerOtherMethods,
  assertHttps,
  corsHeaders,
  everyMethod,
  jsonType,
  noStoreHeaders,
} from '../oauth2/transport.ts'

/** Token endpoint (RFC 6749 §3.2, docs/api/oauth2.md §4, §5, §7). */
export const oauth2Token: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/token',
  // Apps authenticate here, not users.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['POST'])
    if (other !== undefined) return other
    const parameters = await readForm(request)
    if (parameters === undefined) return refusal('invalid_request')
    const app = await authenticateClient(world.db.read, request.headers['authorization'], parameters)
    if (app === undefined) return refusal('invalid_client')
    const grant = grants[parameters.get('grant_type') ?? '']
    if (grant === undefined) return refusal(parameters.has('grant_type') ? 'unsupported_grant_type' : 'invalid_request')
    return grant(world, app, parameters, request)
  },
  refuse: rejectApp,
}

type Grant = (
  world: World,
  app: OAuth2App,
  parameters: Parameters,
  request: EndpointRequest,
) => Promise<EndpointResponse>

const grants: Readonly<Record<string, Grant | undefined>> = Object.assign(Object.create(null), {
  async authorization_code(world, app, parameters, request) {
    // An unavailable signing key must not use up the code.
    const signer = await getSigningKey(world)
    const decision = await world.db.write((tx) => redeemCode(tx, app, parameters, world.clock.now()))
    const isOpenId = decision.kind === 'issued' && decision.code.scopes.includes('openid')
    const idToken = isOpenId ? await signIdToken(world, signer, decision.code, request.origin) : null
    return answerOf(decision, idToken)
  },
  async refresh_token(world, app, parameters) {
    return answerOf(await world.db.write((tx) => refreshTokens(tx, app, parameters, world.clock.now())), null)
  },
} satisfies Record<string, Grant>)

const headers = { ...noStoreHeaders, ...corsHeaders, 'Content-Type': jsonType }

function answerOf(decision: TokenDecision, idToken: string | null): EndpointResponse {
  if (decision.kind === 'refused') return refusal(decision.error)
  const { accessToken, refreshToken } = decision
  const body = {
    token_type: 'Bearer',
    access_token: accessToken,
    expires_in: accessTokenSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    ...(idToken === null ? {} : { id_token: idToken }),
  }
  return { status: 200, headers, body: JSON.stringify(body) }
}

function refusal(error: TokenError): EndpointResponse {
  const body = JSON.stringify({ error })
  if (error !== 'invalid_client') return { status: 400, headers, body }
  return {
    status: 401,
    headers: { ...headers, 'WWW-Authenticate': 'Basic realm="Tulipwood OAuth2 Token Endpoint"' },
    body,
  }
}
