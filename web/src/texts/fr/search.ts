import type { Texts } from '../en.ts'
import { formatPlural } from './states.ts'

export const commands: Texts['commands'] = {
  title: 'Menu de commandes',
  open: 'Rechercher ou aller à…',
  placeholder: 'Recherche ou commande',
  actions: 'Actions',
  goTo: 'Aller à',
  recent: 'Récents',
  artifacts: 'Artefacts',
  people: 'Utilisateurs',
  peopleOfProject: 'Ouvrez une page d’un projet pour trouver ici ses utilisateurs.',
  artifactHint: 'Saisissez le numéro d’un artefact, ou des mots de son titre.',
  nothingFound: 'Rien ne porte ce nom.',
  searchFor: (words) => `Chercher « ${words} » dans tous les projets`,
  trackerOf: (project) => `Tracker de ${project}`,
  report: 'Rapport',
  reportWords: 'vue filtre',
  project: 'Projet',
  settingsOf: (project) => `Paramètres de ${project}`,
  settingsWords: 'paramètres réglages administration',
  hints: {
    choose: 'choisir',
    run: 'exécuter',
    newTab: 'dans un nouvel onglet',
    actions: 'commandes',
    artifacts: 'artefacts',
    people: 'utilisateurs',
  },
  create: 'Créer',
  newArtifact: 'Nouvel artefact…',
  newProject: 'Nouveau projet',
  foldRail: 'Replier la navigation',
  unfoldRail: 'Déplier la navigation',
}

export const search: Texts['search'] = {
  title: 'Recherche',
  label: 'Rechercher dans tous les projets',
  placeholder: 'Des mots, #12 ou @identifiant',
  submit: 'Rechercher',
  intro:
    'Trouve des mots dans les titres, les textes et les commentaires de tous les projets. #12 mène à un artefact, @identifiant liste ce qui est assigné à un utilisateur.',
  nothingFound: 'Aucun résultat',
  nothingFoundText: (words) => `Aucun artefact ne contient tous ces mots : « ${words} ».`,
  nothingWith: 'Utilisez moins de mots, ou le début d’un mot.',
  resultCount: (n) => formatPlural(n, 'artefact', 'artefacts'),
  results: 'Résultats',
  goTo: 'Artefact qui porte ce numéro',
  noSuchArtifact: (id) => `L’artefact ${id} n’existe pas, ou votre compte ne peut pas le voir.`,
  comment: 'Commentaire',
  refused: 'Cette recherche n’est pas possible',
}
