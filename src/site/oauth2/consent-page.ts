import { formatClientId, type OAuth2App } from '../model/oauth2-app.ts'
import { type ScopeName, scopes as scopeTexts } from '../model/scopes.ts'
import { type AuthorizationTarget, buildAuthorizationResponseUrl } from './authorization-response.ts'
import { type ConsentFields, signConsent } from './consent-csrf.ts'
import { type Html, html, type RenderedPage, renderPage } from './page.ts'

/** The request of an app for the consent of a user. */
export interface ConsentRequest extends AuthorizationTarget {
  readonly app: OAuth2App
  readonly scopes: readonly ScopeName[]
  readonly challenge: string | null
  readonly nonce: string | null
}

/** The user and the session of the page. */
export interface ConsentPageContext {
  readonly site: string
  /** Project of the app; null: the whole site. */
  readonly project: string | null
  readonly user: { readonly realName: string; readonly login: string }
  readonly csrfToken: string
  /** URL of the sign-in page, for another user. */
  readonly switchUserUrl: string
}

/** Renders the consent page, which works without script and in no frame. */
export function renderConsentPage(request: ConsentRequest, context: ConsentPageContext): RenderedPage {
  const { app, redirectUri } = request
  const fields = fieldsOf(request)
  const deny = buildAuthorizationResponseUrl(request, { error: 'access_denied' })
  const title = `Authorise ${app.name}`
  const body = html`
    <h1>${title}?</h1>
    <p>${app.name}, ${ownerOf(context)}, asks to act on your behalf on ${context.site}.</p>
    <p>You are signed in as <strong>${context.user.realName}</strong> (${context.user.login}).
      <a href="${context.switchUserUrl}">Not you?</a></p>
    <h2 id="scopes">It will be able to</h2>
    <ul aria-labelledby="scopes">${request.scopes.map(scopeCard)}</ul>
    <p>You will be sent to <strong>${hostOf(redirectUri)}</strong>. You can revoke this at any time in your account.</p>
    <form method="post" action="/oauth2/authorize-process-consent">
      ${hiddenFields(fields)}
      <input type="hidden" name="consent_proof" value="${signConsent(context.csrfToken, fields)}">
      <a class="button" href="${deny}">Deny</a>
      <button class="button main" type="submit">Authorise</button>
    </form>`
  return renderPage({ title, site: context.site, body, formTarget: redirectUri })
}

const ownerOf = ({ project }: ConsentPageContext): Html =>
  project === null
    ? html`registered by the administrators of this site`
    : html`of the project <strong>${project}</strong>`

function scopeCard(scope: ScopeName): Html {
  const { label, allows, doesNotAllow } = scopeTexts[scope]
  return html`<li><h3>${label}</h3><p>${allows}</p><p class="not"><span>It does not allow:</span> ${doesNotAllow}</p></li>`
}

/** Names and form fields of Tuleap (docs/api/oauth2.md §3). */
const fieldsOf = ({ app, redirectUri, state, scopes, challenge, nonce }: ConsentRequest): ConsentFields => ({
  clientId: formatClientId(app.id),
  redirectUri,
  state,
  scopes,
  challenge: challenge === null ? null : Buffer.from(challenge, 'base64url').toString('hex'),
  nonce,
})

function hiddenFields({ clientId, redirectUri, state, scopes, challenge, nonce }: ConsentFields): Html[] {
  const named: [string, string | null | undefined][] = [
    ['app_identifier', clientId],
    ['redirect_uri', redirectUri],
    ['state', state],
    ['pkce_code_challenge', challenge],
    ['oidc_nonce', nonce],
    ...scopes.map((scope): [string, string] => ['scope[]', scope]),
  ]
  return named.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}

const hostOf = (url: string): string => new URL(url).host
