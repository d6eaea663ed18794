import type { Endpoint } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import { answerOtherMethods, assertHttps, corsHeaders, everyMethod, jsonType } from '../../sign-in/pages/transport.ts'
import { getPublicKeys, jwksSeconds } from '../protocol/signing-keys.ts'

/** Public signing keys (RFC 7517 §5, docs/api/oauth2.md §8). */
export const oauth2Jwks: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/jwks',
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['GET', 'HEAD'])
    if (other !== undefined) return other
    const headers = { ...corsHeaders, 'Content-Type': jsonType, 'Cache-Control': `max-age=${jwksSeconds},public` }
    return { status: 200, headers, body: JSON.stringify({ keys: await getPublicKeys(world) }) }
  },
  refuse: (thrown) => ({ status: thrown === null ? 500 : statusOf[thrown.kind], headers: { ...corsHeaders } }),
}
