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
  refused: 'Votre compte ne peut pas créer de projets. Un administrateur du site le peut.',
  or: 'Ou',
  importArchive: 'Importer une archive',
  first: {
    title: 'Aucun projet pour l’instant',
    text: 'Un projet réunit des trackers et les utilisateurs qui s’en servent.',
    create: {
      title: 'Créer un projet',
      text: 'À partir d’un modèle : demandes, Scrum, Kanban, ou vide.',
      action: 'Créer un projet',
    },
    archive: {
      title: 'Importer une archive',
      text: 'Un projet exporté de Tulipwood ou de Tuleap. Vous voyez un plan avant toute écriture.',
      action: 'Choisir un fichier',
    },
    sample: {
      title: 'Essayer l’exemple',
      text: 'Un petit chantier naval avec ses bateaux, ses travaux et ses défauts. Supprimable à tout moment.',
      action: 'Ajouter le projet d’exemple',
    },
  },
}
