import type { Texts } from '../en.ts'
import { formatPlural } from './states.ts'

export const myWork: Texts['myWork'] = {
  title: 'Mon travail',
  which: 'Quels artefacts',
  assigned: 'Assignés à moi',
  submitted: 'Soumis par moi',
  watched: 'Suivis',
  nOpen: (n) => formatPlural(n, 'artefact ouvert', 'artefacts ouverts'),
  nWatched: (n) => formatPlural(n, 'artefact suivi', 'artefacts suivis'),
  overdue: 'En retard',
  daysLate: (n) => `${formatPlural(n, 'jour', 'jours')} de retard`,
  due: 'Échéance',
  status: 'Statut',
  noneAssigned: 'Rien ne vous attend',
  noneAssignedText:
    'Les artefacts ouverts qui vous sont assignés dans tous les projets apparaissent ici, ceux en retard d’abord.',
  noneSubmitted: 'Vous n’avez soumis aucun artefact encore ouvert',
  noneSubmittedText: 'Les artefacts que vous soumettez dans tous les projets apparaissent ici jusqu’à leur fermeture.',
  noneWatched: 'Vous ne suivez aucun artefact',
  noneWatchedText: 'Les artefacts que vous suivez apparaissent ici, le dernier modifié d’abord.',
}
