import type { Endpoint } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import { answerOtherMethods, assertHttps, corsHeaders, everyMethod, jsonType } from '../../sign-in/pages/transport.ts'
import { buildDiscoveryDocument } from '../protocol/discovery.ts'

/** OpenID Connect Discovery §4 and RFC 8414 §3: one document at both URLs. */
const at = (url: string): Endpoint => ({
  methods: everyMethod,
  url,
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request) {
    const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['GET', 'HEAD'])
    if (other !== undefined) return other
    const headers = { ...corsHeaders, 'Content-Type': jsonType, 'Cache-Control': 'no-store' }
    return { status: 200, headers, body: JSON.stringify(buildDiscoveryDocument(request.origin)) }
  },
  refuse: (thrown) => ({ status: thrown === null ? 500 : statusOf[thrown.kind], headers: { ...corsHeaders } }),
})

export const openIdDiscovery = at('/.well-known/openid-configuration')
export const authorizationServerDiscovery = at('/.well-known/oauth-authorization-server')
