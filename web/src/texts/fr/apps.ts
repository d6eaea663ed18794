import type { Texts } from '../en.ts'
import { formatPlural, selectForm } from './states.ts'

export const apps: Texts['apps'] = {
  title: 'Applications',
  introProject:
    'Applications OAuth 2.0 auxquelles les utilisateurs se connectent avec leur compte d’ici. Elles appartiennent à ce projet.',
  introSite:
    'Applications OAuth 2.0 auxquelles les utilisateurs se connectent avec leur compte d’ici. Elles appartiennent au site.',
  add: 'Enregistrer une application',
  empty: 'Aucune application n’est enregistrée',
  emptyText: 'Enregistrez-en une pour que les utilisateurs s’y connectent avec leur compte d’ici.',
  name: 'Nom',
  nameHint: 'Affiché aux utilisateurs lorsqu’ils autorisent l’application',
  redirect: 'URL de redirection',
  redirectHint: 'Où les utilisateurs reviennent après la connexion. Doit correspondre exactement.',
  redirectGood: 'Cette URL est acceptée.',
  redirectFaults: {
    address: 'Saisissez une URL complète, par exemple https://example.com/callback.',
    characters: 'Elle contient un caractère qui doit être encodé (%…).',
    fragment: 'Elle ne doit pas avoir de fragment (#…).',
    user: 'Elle ne doit contenir ni utilisateur ni mot de passe.',
    secure: 'Elle doit commencer par https://. http:// n’est admis que pour localhost, 127.0.0.1 et [::1].',
  },
  pkce: 'Exiger PKCE',
  pkceHint: 'Protège la connexion contre le vol de codes. Ne le désactivez que si l’application ne sait pas le faire.',
  kind: 'Où elle s’exécute',
  confidential: 'Sur un serveur',
  confidentialHint: 'Elle peut garder un secret',
  public: 'Dans un navigateur, sur un téléphone ou un ordinateur',
  publicHint: 'Elle ne reçoit pas de secret et doit utiliser PKCE',
  submit: 'Enregistrer l’application',
  clientId: 'ID client',
  copyClientId: 'Copier l’ID client',
  pkceOn: 'PKCE exigé',
  pkceOff: 'PKCE non exigé',
  isPublic: 'Sans secret',
  created: 'Enregistrée',
  users: 'Autorisée par',
  people: (n) => (n === 0 ? 'Personne' : formatPlural(n, 'utilisateur', 'utilisateurs')),
  secretTitle: 'Son secret',
  secretLabel: 'Secret client',
  secretText: (id) => `Saisissez-le maintenant dans l’application, avec l’ID client ${id}.`,
  registered: (name) => `${name} est enregistrée`,
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  save: 'Enregistrer les modifications',
  saved: 'Application enregistrée',
  renew: 'Nouveau secret',
  renewOf: (name) => `Nouveau secret pour ${name}`,
  renewTitle: (name) => `Générer un nouveau secret pour « ${name} » ?`,
  renewText:
    'Le secret actuel cesse immédiatement de fonctionner. Les utilisateurs restent connectés jusqu’au renouvellement de leurs jetons.',
  remove: 'Supprimer',
  removeOf: (name) => `Supprimer ${name}`,
  removeTitle: (name) => `Supprimer « ${name} » ?`,
  removeText: (n) =>
    n === 0
      ? 'Aucun utilisateur ne l’a autorisée. Elle ne pourra plus connecter personne.'
      : `${formatPlural(n, 'utilisateur en est déconnecté', 'utilisateurs en sont déconnectés')}, et elle perd l’accès à ${selectForm(n, 'son compte', 'leurs comptes')}.`,
  removed: (name) => `${name} est supprimée`,
}
