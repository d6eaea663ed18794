import type { Texts } from '../en.ts'

export const trackerAdmin: Texts['trackerAdmin'] = {
  title: 'Paramètres du tracker',
  open: 'Paramètres du tracker',
  onlyAdministrators: 'Seuls les administrateurs de ce tracker peuvent ouvrir ses paramètres.',
  pages: {
    fields: 'Champs',
    permissions: 'Permissions',
    reports: 'Rapports',
    rules: 'Règles',
    semantics: 'Sémantiques',
    webhooks: 'Webhooks',
    workflow: 'Workflow',
  },
  general: {
    title: 'Général',
    itemName: 'Nom court',
    itemNameHint: 'Utilisé dans les références comme bug #12\u00a0: lettres, chiffres et _',
    color: 'Couleur',
  },
}
