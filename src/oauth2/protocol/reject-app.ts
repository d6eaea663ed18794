import type { Endpoint } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import { corsHeaders, jsonType, noStoreHeaders } from '../../sign-in/pages/transport.ts'

/** Returns the error for an app whose request could not be parsed, or that failed internally (RFC 6749 §5.2). */
export const rejectApp: Endpoint['refuse'] = (thrown) => ({
  status: thrown === null ? 500 : statusOf[thrown.kind],
  headers: { ...noStoreHeaders, ...corsHeaders, 'Content-Type': jsonType },
  body: JSON.stringify({ error: thrown === null ? 'server_error' : 'invalid_request' }),
})
