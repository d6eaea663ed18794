import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of OAuth 2.0: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Invalid OAuth2 access token': 'Ce jeton d’accès OAuth2 n’est pas valide',
  'Authorization not found for this App, aborting revocation.': 'Vous n’avez pas autorisé cette application.',
}
