import type { SiteKeyTexts } from '../en/site-keys.ts'
import { formatCount } from './states.ts'

export const siteKeys: SiteKeyTexts = {
  intro:
    'Clés de tous les utilisateurs qui n’ont pas expiré, les plus anciennes d’abord. Des programmes s’en servent pour agir au nom de leurs propriétaires.',
  owner: 'Propriétaire',
  owners: {
    '': 'Tous les propriétaires',
    active: 'Propriétaires qui peuvent se connecter',
    inactive: 'Propriétaires qui ne peuvent pas se connecter',
  },
  use: 'Dernière utilisation',
  uses: { '': 'À tout moment', '90': 'Pas depuis 90 jours', '365': 'Pas depuis un an' },
  submit: 'Rechercher',
  clear: 'Effacer',
  total: (n) => (n === 1 ? 'Une clé' : `${formatCount(n)} clés`),
  none: 'Aucune clé d’accès',
  noneFound: 'Aucune clé ne correspond',
  actions: 'Actions',
  revoke: 'Révoquer',
  revokeOf: (description, owner) => `Révoquer « ${description} » de ${owner}`,
  revokeTitle: (description) => `Révoquer « ${description} » ?`,
  revokeText: (owner) =>
    `Les programmes qui l’utilisent sont refusés aussitôt. ${owner} en est averti par e-mail. Cette action est irréversible.`,
  revoked: 'Clé révoquée',
}
