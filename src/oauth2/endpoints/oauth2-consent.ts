import type { Endpoint, EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { assertHttps, noStoreHeaders } from '../../sign-in/pages/transport.ts'
import { getRequestLanguage } from '../../sign-in/reads/request-language.ts'
import type { World } from '../../world/model/world.ts'
import { grantConsent } from '../protocol/grant-consent.ts'
import { renderFailurePage, renderRejectionPage } from '../protocol/message-page.ts'
import { readForm } from '../protocol/parameters.ts'
import { findSignedInUser } from '../protocol/signed-in-user.ts'

/** Endpoint of the form of the consent page (docs/api/oauth2.md §3). */
export const oauth2Consent: Endpoint = {
  methods: ['POST'],
  url: '/oauth2/authorize-process-consent',
  // As for the page that contains the form.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const insecure = assertHttps(request.origin)
    if (insecure !== undefined) return insecure
    const parameters = isFromOurPage(request) ? await readForm(request) : undefined
    const present = parameters && (await findSignedInUser(world, request.headers))
    if (parameters === undefined || present === undefined) return expired(request, world)
    const { session, caller } = present
    const consenting = { ...session, caller, address: request.address }
    const location = await grantConsent(world, parameters, consenting, request.origin)
    // RFC 9700 §4.12: a POST must not be redirected as a POST.
    return location === undefined
      ? expired(request, world)
      : { status: 303, headers: { ...noStoreHeaders, Location: location } }
  },
  refuse: renderFailurePage,
}

/** Checks the fetch metadata of the browser; without it, the signature of the form decides. */
function isFromOurPage({ headers, origin }: EndpointRequest): boolean {
  const { 'sec-fetch-site': site, origin: from } = headers
  if (site !== undefined && site !== 'same-origin') return false
  return from === undefined || from === new URL(origin).origin
}

const expired = async ({ headers }: EndpointRequest, world: World): Promise<EndpointResponse> =>
  renderRejectionPage(403, await getRequestLanguage(world, headers), 'expired')
