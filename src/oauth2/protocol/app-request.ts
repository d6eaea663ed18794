import type { EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import {
  answerOtherMethods,
  assertHttps,
  corsHeaders,
  jsonType,
  noStoreHeaders,
} from '../../sign-in/pages/transport.ts'
import type { World } from '../../world/model/world.ts'
import type { OAuth2App } from '../model/oauth2-app.ts'
import { authenticateClient } from './authenticate-client.ts'
import { type Parameters, readForm } from './parameters.ts'
import type { TokenError } from './token-response.ts'

type AppRequest =
  | { readonly app: OAuth2App; readonly parameters: Parameters }
  | { readonly rejection: EndpointResponse }

/** Authenticates the app that sent a form to an endpoint, and reads the form; `realm` names the endpoint. */
export async function openAppRequest(
  request: EndpointRequest,
  deps: Pick<World, 'db' | 'cache' | 'clock'>,
  realm: string,
): Promise<AppRequest> {
  const other = assertHttps(request.origin) ?? answerOtherMethods(request.method, ['POST'])
  if (other !== undefined) return { rejection: other }
  const parameters = await readForm(request)
  if (parameters === undefined) return { rejection: createErrorResponse('invalid_request', realm) }
  const app = await authenticateClient(deps, {
    authorization: request.headers['authorization'],
    parameters,
    address: request.address,
  })
  return app === undefined ? { rejection: createErrorResponse('invalid_client', realm) } : { app, parameters }
}

export const appHeaders = { ...noStoreHeaders, ...corsHeaders, 'Content-Type': jsonType }

/** RFC 6749 §5.2. */
export function createErrorResponse(error: TokenError, realm: string): EndpointResponse {
  const body = JSON.stringify({ error })
  if (error !== 'invalid_client') return { status: 400, headers: appHeaders, body }
  return { status: 401, headers: { ...appHeaders, 'WWW-Authenticate': `Basic realm="${realm}"` }, body }
}
