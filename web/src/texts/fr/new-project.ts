import type { Texts } from '../en.ts'

export const newProject: Texts['newProject'] = {
  title: 'Nouveau projet',
  open: 'Créer un projet',
  create: 'Créer le projet',
  created: (name) => `${name} créé`,
  startFrom: 'Partir de',
  templates: {
    issues: { title: 'Demandes', text: 'Un tracker pour les anomalies et les demandes, au flux simple.' },
    bugs: { title: 'Anomalies', text: 'Un tracker pour les défauts, du signalement à la correction.' },
    scrum: {
      title: 'Méthode Scrum',
      text: 'Planifiez versions et sprints avec des épopées, des récits et des tâches.',
    },
    kanban: { title: 'Tableau Kanban', text: 'Des cartes qui passent par quelques colonnes, sans sprints.' },
    agile_alm: { title: 'Agile complet', text: 'Versions, sprints, épopées, récits, tâches et anomalies.' },
    empty: { title: 'Vide', text: 'Aucun tracker. Vous ajoutez les vôtres.' },
  },
  name: 'Nom',
  shortName: 'Nom court',
  shortNameHint: 'Utilisé dans les URL. Lettres, chiffres et traits d’union ; il ne change plus ensuite.',
  free: 'Ce nom court est libre',
  description: 'Présentation',
  descriptionHint: 'Une phrase, montrée dans la liste des projets.',
  visibility: 'Qui peut le voir ?',
  visibilities: {
    private: 'Seulement ses membres.',
    'private-wo-restr': 'Seulement ses membres, et les utilisateurs restreints ne peuvent pas le devenir.',
    public: 'Tous les utilisateurs du site, sauf les utilisateurs restreints.',
    unrestricted: 'Tous les utilisateurs du site, y compris restreints.',
  },
  empty: 'Il n’y a pas encore de projet',
  emptyText: 'Un projet réunit des trackers et les utilisateurs qui s’en servent. Créez le premier.',
}
