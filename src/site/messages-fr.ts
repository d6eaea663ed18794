import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of the site: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Anonymous users are not allowed.': 'Connectez-vous pour créer un projet.',
  'Only site administrators can create projects.': 'Seuls les administrateurs du site peuvent créer des projets.',
  'Restricted users cannot create projects.': 'Les utilisateurs restreints ne peuvent pas créer de projets.',
  'Message cannot be empty': 'Le message ne peut pas être vide',
  'Please provide a valid ISO-8601 date for {0}': 'Indiquez une date ISO-8601 valide pour {0}',
  'The expiration date needs to be in the future or not set': 'La date d’expiration doit être dans le futur ou absente',
  'Unknown setting `{0}`.': 'Le paramètre `{0}` est inconnu.',
  'Expecting 1 to 100 characters': 'De 1 à 100 caractères sont attendus',
  'Expecting an http or https URL': 'Une URL http ou https est attendue',
  'Expecting the absolute path of a directory': 'Le chemin absolu d’un répertoire est attendu',
  'Expecting a time zone such as Europe/Paris': 'Un fuseau horaire comme Europe/Paris est attendu',
  'No banner set for the platform': 'Ce site n’a pas de bandeau',
}
