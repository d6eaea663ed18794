import type { Texts } from '../en.ts'
import { formatPlural } from './states.ts'

export const tracker: Texts['tracker'] = {
  title: 'Tracker',
  query: 'Requête',
  queryHint: 'Par exemple : status = "Open" AND assigned_to = MYSELF()',
  run: 'Exécuter',
  clear: 'Effacer',
  total: (n) => formatPlural(n, 'artefact', 'artefacts'),
  found: (n) => formatPlural(n, 'artefact trouvé', 'artefacts trouvés'),
  artifact: 'Artefact',
  artifactTitle: 'Titre',
  status: 'Statut',
  assignees: 'Assigné à',
  updated: 'Dernière mise à jour',
  submittedBy: 'Soumis par',
  untitled: 'Sans titre',
  empty: 'Aucun artefact pour l’instant',
  emptyText: 'Les artefacts créés par l’API apparaissent ici.',
  nothingFound: 'Aucun résultat pour cette requête',
  nothingFoundText: 'Modifiez ou effacez la requête ci-dessus.',
  queryProblem: 'La requête n’est pas valide',
  closed: 'fermé',
}
