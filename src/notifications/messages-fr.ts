import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of notifications: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Invalid value specified for `time_zone`. Expected the name of a time zone such as Europe/Paris, or null.':
    'La valeur de `time_zone` n’est pas valide. Indiquez le nom d’un fuseau horaire comme Europe/Paris, ou null.',
  'This webhook does not exist.': 'Ce webhook n’existe pas.',
  'A tracker has at most {0} webhooks.': 'Un tracker a au plus {0} webhooks.',
  'A repository has at most {0} webhooks.': 'Un dépôt a au plus {0} webhooks.',
  'This delivery does not exist.': 'Cette livraison n’existe pas.',
  'The webhook is disabled.': 'Le webhook est désactivé.',
  'Nothing was sent, so there is nothing to send again.': 'Rien n’a été envoyé : il n’y a rien à renvoyer.',
  "The webhook's owner has changed since this delivery.": 'Le propriétaire du webhook a changé depuis cette livraison.',
  'The URL must not contain credentials': 'L’URL ne doit pas contenir d’identifiants de connexion',
  '{0} is not a public address. Use a public one, or ask a site administrator to turn on the setting `outgoing_private_addresses`':
    '{0} n’est pas une adresse publique. Utilisez une adresse publique, ou demandez à un administrateur du site d’activer le paramètre `outgoing_private_addresses`',
  'Invalid value specified for `url`. {0}': 'La valeur de `url` n’est pas valide. {0}',
  '`up_to` is only accepted with `"read": "all"`.': '`up_to` n’est accepté qu’avec `"read": "all"`.',
}
