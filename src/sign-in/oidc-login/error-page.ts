import type { EndpointResponse } from '../../http/declarations/endpoint.ts'
import type { Language } from '../../kit/values/language.ts'
import { html, renderPage } from '../pages/page.ts'
import type { ProviderErrorKind } from './provider-error.ts'

const english = {
  unreachable: (label: string) => `${label} cannot be reached at the moment. Try again later, or sign in another way.`,
  refused: (label: string) => `${label} rejected the sign-in. Nothing was changed.`,
  untrusted: (label: string) => `The response of ${label} does not match the sign-in. Start again.`,
  rejectedAccount: (reason: string) => `${reason} Ask an administrator.`,
  failed: 'An internal error occurred. Try again.',
  title: 'Not signed in',
  heading: 'You are not signed in',
  back: 'Back to the sign-in page',
} satisfies Record<ProviderErrorKind, (label: string) => string> & Record<string, unknown>

const french: typeof english = {
  unreachable: (label) =>
    `${label} est injoignable pour le moment. Réessayez plus tard, ou connectez-vous d’une autre façon.`,
  refused: (label) => `${label} a refusé la connexion. Rien n’a été modifié.`,
  untrusted: (label) => `La réponse de ${label} ne correspond pas à la connexion. Recommencez.`,
  rejectedAccount: (reason) => `${reason} Adressez-vous à un administrateur.`,
  failed: 'Une erreur interne s’est produite. Réessayez.',
  title: 'Non connecté',
  heading: 'Vous n’êtes pas connecté',
  back: 'Retour à la page de connexion',
}

export const signInErrorTexts: Readonly<Record<Language, typeof english>> = { en: english, fr: french }

/** Returns the page that explains why a sign-in with an identity provider failed, with a link back. */
export function renderSignInErrorPage(
  site: string,
  status: number,
  {
    sentence,
    language,
    next = '/',
  }: { readonly sentence: string; readonly language: Language; readonly next?: string },
): EndpointResponse {
  const { title, heading, back } = signInErrorTexts[language]
  const body = html`<h1>${heading}</h1>
<p>${sentence}</p>
<p><a href="${`/login?return=${encodeURIComponent(next)}`}">${back}</a></p>`
  return { status, ...renderPage({ title, site, body, language }) }
}
