import type { Endpoint } from '../../kit/http/endpoint.ts'
import { statusOf } from '../../kit/http/statuses.ts'
import { jwksSeconds, publishedKeys } from '../oauth2/signing-keys.ts'
import { answerOtherMethods, everyMethod, forScripts, jsonType, refusePlainHttp } from '../oauth2/transport.ts'

/** RFC 7517 §5, docs/api/oauth2.md §8. */
export const oauth2Jwks: Endpoint = {
  methods: everyMethod,
  url: '/oauth2/jwks',
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(asked, world) {
    const other = refusePlainHttp(asked.origin) ?? answerOtherMethods(asked.method, ['GET', 'HEAD'])
    if (other !== undefined) return other
    const headers = { ...forScripts, 'Content-Type': jsonType, 'Cache-Control': `max-age=${jwksSeconds},public` }
    return { status: 200, headers, body: JSON.stringify({ keys: await publishedKeys(world) }) }
  },
  refuse: (thrown) => ({ status: thrown === null ? 500 : statusOf[thrown.kind], headers: { ...forScripts } }),
}
