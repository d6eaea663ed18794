import { findAccount } from '../../accounts/store/accounts.ts'
import { loadClaimedEmails } from '../../accounts/store/users.ts'
import type { Endpoint, EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import type { UserId } from '../../kit/values/ids.ts'
import {
  answerOtherMethods,
  assertHttps,
  corsHeaders,
  everyMethod,
  jsonType,
  noStoreHeaders,
} from '../../sign-in/pages/transport.ts'
import type { World } from '../../world/model/world.ts'
import { checkAccessToken, readBearer } from '../protocol/access-token.ts'
import { buildClaims } from '../protocol/claims.ts'
import { Parameters, readForm } from '../protocol/parameters.ts'
import { recordAppUse } from '../protocol/record-use.ts'

/** Userinfo endpoint (OpenID Connect Core §5.3), with the challenges of RFC 6750 §3 (docs/api/oauth2.md §8). */
export const oauth2Userinfo: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/userinfo',
  // The handler reads the token itself, because its errors differ from those of the API.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['GET', 'HEAD', 'POST'])
    if (other !== undefined) return other
    const text = readBearer(request.headers['authorization'])
    if (text === undefined) return challenge(401)
    if (await isSentElsewhere(request)) return challenge(400, 'error="invalid_request"')
    const checked = await checkAccessToken(world, text)
    if (checked.kind !== 'valid') return challenge(401, ...invalid[checked.kind])
    const { userId, scopes } = checked.token
    if (!scopes.includes('openid')) return challenge(403, 'error="insufficient_scope"', 'scope="openid"')
    const user = await usableUser(world, userId)
    if (user === undefined) return challenge(401, ...described('Cannot authenticate user'))
    recordAppUse(world, checked.token)
    const isEmailVouchedFor = !(await loadClaimedEmails(world.db.read, [user])).has(user.id)
    const body = JSON.stringify(buildClaims({ ...user, isEmailVouchedFor }, scopes, request))
    return { status: 200, headers: { ...noStoreHeaders, ...corsHeaders, 'Content-Type': jsonType }, body }
  },
  refuse: (thrown) => ({
    status: thrown === null ? 500 : statusOf[thrown.kind],
    headers: { ...noStoreHeaders, ...corsHeaders },
  }),
}

/**
 * Returns whether a token is sent outside of the header. RFC 6750 §2 forbids two ways at once, and only the header is
 * supported.
 */
async function isSentElsewhere(request: EndpointRequest): Promise<boolean> {
  if (new Parameters(request.query).has('access_token')) return true
  return request.method === 'POST' && (await readForm(request))?.has('access_token') === true
}

async function usableUser(world: World, id: UserId) {
  const user = (await findAccount(world, id))?.user
  return user?.status === 'A' || user?.status === 'R' ? user : undefined
}

const described = (description: string): string[] => ['error="invalid_token"', `error_description="${description}"`]

const invalid = {
  malformed: described('Access token is malformed'),
  expired: described('Access token has expired'),
  unknown: ['error="invalid_token"'],
} as const

/** Parameters are separated by commas (RFC 9110 §11.6.1), which Tuleap omits. */
const challenge = (status: number, ...parameters: readonly string[]): EndpointResponse => ({
  status,
  headers: {
    ...noStoreHeaders,
    ...corsHeaders,
    'WWW-Authenticate': `Bearer ${['realm="Tulipwood OAuth2 Protected Resource"', ...parameters].join(', ')}`,
  },
})
