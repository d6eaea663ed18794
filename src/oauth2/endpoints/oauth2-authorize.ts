import type { Endpoint, EndpointRequest, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { assertHttps, noStoreHeaders } from '../../sign-in/pages/transport.ts'
import { getRequestLanguage } from '../../sign-in/reads/request-language.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { authorizeApp, type Decision } from '../protocol/authorize.ts'
import { renderConsentPage } from '../protocol/consent-page.ts'
import { renderFailurePage, renderRejectionPage } from '../protocol/message-page.ts'
import { Parameters, readForm } from '../protocol/parameters.ts'
import { findSignedInUser, type SignedInUser } from '../protocol/signed-in-user.ts'
import { findProjectName } from '../store/oauth2-apps.ts'

/** Authorization endpoint (docs/api/oauth2.md §3, OpenID Connect Core §3.1.2). */
export const oauth2Authorize: Endpoint = {
  methods: ['GET', 'POST'],
  url: '/oauth2/authorize',
  // The handler reads the session itself: other sites link here, and no key grants access.
  access: 'none',
  scope: { none: 'own protocol' },
  async answer(request, world) {
    const insecure = assertHttps(request.origin)
    if (insecure !== undefined) return insecure
    const parameters = request.method === 'POST' ? await readForm(request) : new Parameters(request.query)
    if (parameters === undefined)
      return renderRejectionPage(400, await getRequestLanguage(world, request.headers), 'notOfApp')
    const present = await findSignedInUser(world, request.headers)
    const decision = await authorizeApp(world, parameters, present?.session, request.origin)
    // The form of another site comes without our cookie (SameSite=Lax); the redirect sends it.
    if (request.method === 'POST' && present === undefined && wantsSignIn(decision))
      return redirect(303, `/oauth2/authorize?${parameters.with({})}`)
    return write(world, { request, parameters, present }, decision)
  },
  refuse: renderFailurePage,
}

interface Request {
  readonly request: EndpointRequest
  readonly parameters: Parameters
  readonly present: SignedInUser | undefined
}

async function write(
  world: World,
  { request, parameters, present }: Request,
  decision: Decision,
): Promise<EndpointResponse> {
  // RFC 9700 §4.12: a POST must not be redirected as a POST.
  const status = request.method === 'POST' ? 303 : 302
  switch (decision.kind) {
    case 'unidentified':
      return renderRejectionPage(403, await getRequestLanguage(world, request.headers), 'unknownApp')
    case 'answer':
      return redirect(status, decision.location)
    case 'sign in':
      return redirect(status, signInAddress(decision.query, decision.isAgain))
    case 'consent': {
      if (present === undefined) throw new Error('Unreachable: consent without a signed-in user')
      const [settings, project] = await Promise.all([
        getSettings(world),
        findProjectName(world.db.read, decision.request.app),
      ])
      const context = {
        site: settings.site_name,
        language: await getRequestLanguage(world, request.headers),
        project,
        user: present.user,
        csrfToken: present.session.csrfToken,
        switchUserUrl: signInAddress(parameters.with({}), true),
      }
      return { status: 200, ...renderConsentPage(decision.request, context) }
    }
    default:
      return decision satisfies never
  }
}

const wantsSignIn = (decision: Decision): boolean =>
  decision.kind === 'sign in' || (decision.kind === 'answer' && decision.error === 'login_required')

/** The page requires a new sign-in although a user is signed in, if the request says so. */
const signInAddress = (query: string, isAgain: boolean): string =>
  `/login?return=${encodeURIComponent(`/oauth2/authorize?${query}`)}${isAgain ? '&again=1' : ''}`

const redirect = (status: 302 | 303, location: string): EndpointResponse => ({
  status,
  headers: { ...noStoreHeaders, Location: location },
})
