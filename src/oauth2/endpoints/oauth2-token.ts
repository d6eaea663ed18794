import type { Endpoint, EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { everyMethod } from '../../sign-in/pages/transport.ts'
import type { World } from '../../world/model/world.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { appHeaders, createErrorResponse, openAppRequest } from '../protocol/app-request.ts'
import { signIdToken } from '../protocol/id-token.ts'
import { accessTokenSeconds } from '../protocol/lifetimes.ts'
import type { Parameters } from '../protocol/parameters.ts'
import { redeemCode } from '../protocol/redeem-code.ts'
import { refreshTokens } from '../protocol/refresh.ts'
import { rejectApp } from '../protocol/reject-app.ts'
import { getSigningKey } from '../protocol/signing-keys.ts'
import type { TokenDecision } from '../protocol/token-response.ts'

const realm = 'Tulipwood OAuth2 Token Endpoint'

/** Token endpoint (RFC 6749 §3.2, docs/api/oauth2.md §4, §5, §7). */
export const oauth2Token: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/token',
  // Apps authenticate here, not users.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const opened = await openAppRequest(request, world, realm)
    if ('rejection' in opened) return opened.rejection
    const { app, parameters } = opened
    const grant = grants[parameters.get('grant_type') ?? '']
    if (grant !== undefined) return grant(world, app, parameters, request)
    return createErrorResponse(parameters.has('grant_type') ? 'unsupported_grant_type' : 'invalid_request', realm)
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

function answerOf(decision: TokenDecision, idToken: string | null): EndpointResponse {
  if (decision.kind === 'refused') return createErrorResponse(decision.error, realm)
  const { accessToken, refreshToken } = decision
  const body = {
    token_type: 'Bearer',
    access_token: accessToken,
    expires_in: accessTokenSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    ...(idToken === null ? {} : { id_token: idToken }),
  }
  return { status: 200, headers: appHeaders, body: JSON.stringify(body) }
}
