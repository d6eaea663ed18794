import type { TrackerAdminTexts } from '../en-tracker-admin.ts'
import { formatPlural } from './states.ts'

export const trackerReports: TrackerAdminTexts['trackerReports'] = {
  intro:
    'Requêtes enregistrées avec leurs colonnes : celles du projet, que voient tous les utilisateurs du tracker, et les vôtres.',
  title: 'Rapports',
  empty: 'Aucun rapport',
  emptyText: 'Un rapport s’enregistre avec le menu des rapports au-dessus de la liste des artefacts.',
  name: 'Nom',
  owner: 'Visible pour',
  ofProject: 'Tous les utilisateurs du tracker',
  own: 'Vous seul',
  query: 'Requête',
  all: 'Tous les artefacts',
  filters: (count) => formatPlural(count, 'filtre', 'filtres'),
  isDefault: 'Par défaut',
  defaultHint:
    'La liste du tracker s’ouvre avec le rapport par défaut, jusqu’à ce que l’utilisateur choisisse «\u00a0Tous les artefacts\u00a0».',
  actions: 'Actions',
  actionsOf: (report) => `Actions de ${report}`,
  rename: 'Renommer',
  renameTitle: 'Renommer le rapport',
  save: 'Enregistrer',
  renamed: (report) => `Rapport renommé : ${report}`,
  makeDefault: 'Définir par défaut',
  madeDefault: (report) => `Rapport par défaut : ${report}`,
  removeDefault: 'Ne plus définir par défaut',
  removedDefault: (report) => `N’est plus le rapport par défaut : ${report}`,
}
