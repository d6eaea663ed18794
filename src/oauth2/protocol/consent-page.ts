import type { Language } from '../../kit/values/language.ts'
import type { ScopeName } from '../../sign-in/model/scope-name.ts'
import { describeScope } from '../../sign-in/model/scopes.ts'
import { type Html, html, type RenderedPage, renderPage } from '../../sign-in/pages/page.ts'
import { formatClientId, type OAuth2App } from '../model/oauth2-app.ts'
import { type AuthorizationTarget, buildAuthorizationResponseUrl } from './authorization-response.ts'
import { type ConsentFields, signConsent } from './consent-csrf.ts'

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
  readonly language: Language
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
  const { language } = context
  const words = texts[language]
  const title = words.title(app.name)
  const body = html`
    <h1>${words.heading(app.name)}</h1>
    <p>${app.name}, ${ownerOf(context)}, ${words.acts(context.site)}</p>
    <p>${words.signedIn} <strong>${context.user.realName}</strong> (${context.user.login}).
      <a href="${context.switchUserUrl}">${words.switchUser}</a></p>
    <h2 id="scopes">${words.scopes}</h2>
    <ul aria-labelledby="scopes">${request.scopes.map((scope) => scopeCard(scope, language))}</ul>
    <p>${words.redirect} <strong>${hostOf(redirectUri)}</strong>. ${words.revoke}</p>
    <form method="post" action="/oauth2/authorize-process-consent">
      ${hiddenFields(fields)}
      <input type="hidden" name="consent_proof" value="${signConsent(context.csrfToken, fields)}">
      <a class="button" href="${deny}">${words.deny}</a>
      <button class="button main" type="submit">${words.authorize}</button>
    </form>`
  return renderPage({ title, site: context.site, body, formTarget: redirectUri, language })
}

const english = {
  title: (app: string) => `Authorize ${app}`,
  heading: (app: string) => `Authorize ${app}?`,
  ofSite: 'registered by the administrators of this site',
  ofProject: 'of the project',
  acts: (site: string) => `asks to act on your behalf on ${site}.`,
  signedIn: 'You are signed in as',
  switchUser: 'Not you?',
  scopes: 'It will be able to',
  doesNotAllow: 'It does not allow:',
  redirect: 'You will be sent to',
  revoke: 'You can revoke this at any time in your account.',
  deny: 'Deny',
  authorize: 'Authorize',
}

const texts: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: {
    title: (app) => `Autoriser ${app}`,
    heading: (app) => `Autoriser ${app} ?`,
    ofSite: 'enregistrée par les administrateurs de ce site',
    ofProject: 'du projet',
    acts: (site) => `demande à agir en votre nom sur ${site}.`,
    signedIn: 'Vous êtes connecté en tant que',
    switchUser: 'Ce n’est pas vous ?',
    scopes: 'Elle pourra',
    doesNotAllow: 'Cela ne permet pas :',
    redirect: 'Vous serez redirigé vers',
    revoke: 'Vous pouvez révoquer cette autorisation à tout moment dans votre compte.',
    deny: 'Refuser',
    authorize: 'Autoriser',
  },
}

const ownerOf = ({ project, language }: ConsentPageContext): Html =>
  project === null ? html`${texts[language].ofSite}` : html`${texts[language].ofProject} <strong>${project}</strong>`

function scopeCard(scope: ScopeName, language: Language): Html {
  const { label, allows, doesNotAllow } = describeScope(scope, language)
  return html`<li><h3>${label}</h3><p>${allows}</p><p class="not"><span>${texts[language].doesNotAllow}</span> ${doesNotAllow}</p></li>`
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
  const fields: [string, string | null | undefined][] = [
    ['app_identifier', clientId],
    ['redirect_uri', redirectUri],
    ['state', state],
    ['pkce_code_challenge', challenge],
    ['oidc_nonce', nonce],
    ...scopes.map((scope): [string, string] => ['scope[]', scope]),
  ]
  return fields.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}

const hostOf = (url: string): string => new URL(url).host
