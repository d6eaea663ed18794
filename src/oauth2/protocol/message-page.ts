import type { EndpointRequestHead, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import type { Refusal } from '../../kit/messages/refusal.ts'
import { type Language, negotiateLanguage } from '../../kit/values/language.ts'
import { html, renderPage } from '../../sign-in/pages/page.ts'

const english = {
  home: 'Go to the start page',
  failed: 'Internal error',
  failedText: 'The server could not process the request. No permission was granted. Try again later.',
  impossible: 'Not possible',
  notOfApp: 'This is not a request of an app.',
  unknownApp:
    'The application that sent you here is unknown, or its redirect URI is not registered. It received nothing.',
  expired:
    'This response does not come from the consent page, or you are no longer signed in. The application received nothing. Start again there.',
}
type MessageTexts = typeof english

const texts: Readonly<Record<Language, MessageTexts>> = {
  en: english,
  fr: {
    home: 'Aller à la page d’accueil',
    failed: 'Erreur interne',
    failedText: 'Le serveur n’a pas pu traiter la demande. Aucune permission n’a été accordée. Réessayez plus tard.',
    impossible: 'Impossible',
    notOfApp: 'Ce n’est pas une demande d’une application.',
    unknownApp:
      'L’application qui vous a envoyé ici est inconnue, ou son URI de redirection n’est pas enregistrée. Elle n’a rien reçu.',
    expired:
      'Cette réponse ne vient pas de la page de consentement, ou vous n’êtes plus connecté. L’application n’a rien reçu. Recommencez depuis celle-ci.',
  },
}

/** Returns a page that explains why the request of an app cannot continue. */
export const renderRejectionPage = (
  status: number,
  language: Language,
  reason: 'notOfApp' | 'unknownApp' | 'expired',
): EndpointResponse => renderMessage(status, language, texts[language].impossible, texts[language][reason])

/** Returns the page of an unexpected error or of a request that the server rejects. */
export function renderFailurePage(refusal: Refusal | null, { headers }: EndpointRequestHead): EndpointResponse {
  const language = negotiateLanguage(headers)
  const { failed, failedText, impossible } = texts[language]
  return refusal === null
    ? renderMessage(500, language, failed, failedText)
    : renderMessage(statusOf[refusal.kind], language, impossible, refusal.message)
}

function renderMessage(status: number, language: Language, title: string, text: string): EndpointResponse {
  const body = html`<h1>${title}</h1><p>${text}</p><p><a href="/">${texts[language].home}</a></p>`
  return { status, ...renderPage({ title, body, language }) }
}
