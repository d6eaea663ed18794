import type { Texts } from '../en.ts'
import { createNumberFormats } from '../numbers.ts'

export const { formatCount, selectForm, formatPlural } = createNumberFormats('fr', (n) => Math.abs(n) < 2)

export const states: Texts['states'] = {
  offline: 'Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.',
  retrying: 'Le serveur ne répond pas. Nouvel essai en cours…',
  again: 'Réessayer',
  back: 'Retour',
  loading: 'Chargement',
  failed: 'Cette page n’a pas pu être chargée',
  refused: 'Vous n’avez pas accès à cette page',
  notFoundTitle: 'Page introuvable',
  notFound: 'Il n’y a rien ici, ou votre compte n’y a pas accès.',
  notFoundVisitor: 'Il n’y a rien ici, ou vous devez vous connecter pour le voir.',
  toProjects: 'Aller aux projets',
  toProject: (label) => `Aller à ${label}`,
  onlyProjectAdministrators: 'Seuls les administrateurs de ce projet peuvent ouvrir ses paramètres.',
  onlySiteAdministrators: 'Seuls les administrateurs du site peuvent ouvrir cette page.',
  isOffline: 'Vous êtes hors ligne. Les pages montrent ce qui a été chargé auparavant.',
  problem: 'Une erreur s’est produite sur le serveur.',
  problemOf: (id) =>
    `Une erreur s’est produite sur le serveur. Votre administrateur en trouve la cause dans le journal avec cette référence : ${id}`,
  crashed: (message) => `Une erreur s’est produite sur cette page : ${message}`,
  required: 'Ce champ est obligatoire',
  notAddress: 'Saisissez une URL complète, par exemple https://example.com',
  notEmail: 'Ce n’est pas une adresse e-mail',
  tooShort: (n) => `Au moins ${formatPlural(n, 'caractère', 'caractères')}`,
  tooLong: (n) => `Au plus ${formatPlural(n, 'caractère', 'caractères')}`,
  notValid: 'Cette valeur n’est pas valide',
  problems: (n) => `${formatPlural(n, 'champ est à corriger', 'champs sont à corriger')}`,
  optional: 'facultatif',
  cancel: 'Annuler',
  close: 'Fermer',
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'La copie a échoué. Sélectionnez le texte et copiez-le vous-même.',
  shownOnce: 'Copiez cette valeur maintenant : vous ne pourrez plus la revoir.',
  notCopied: 'Vous ne l’avez pas encore copiée. Si vous quittez cette page, elle ne pourra plus être affichée.',
  leaveAnyway: 'Quitter quand même',
  stay: 'Rester',
  done: 'Terminé',
  hidden: 'Masqué tant que cet onglet est en arrière-plan',
  range: (from, to, total) => `${formatCount(from)}–${formatCount(to)} sur ${formatCount(total)}`,
  pages: 'Pages',
  previous: 'Précédent',
  next: 'Suivant',
  notifications: 'Notifications',
  dismiss: 'Ignorer',
  yes: 'Oui',
  no: 'Non',
  none: 'Aucun',
  byteUnits: ['o', 'Kio', 'Mio', 'Gio', 'Tio'],
  retryIn: (seconds) =>
    seconds < 90
      ? `Réessayez dans ${formatPlural(seconds, 'seconde', 'secondes')}.`
      : `Réessayez dans ${formatPlural(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
}
