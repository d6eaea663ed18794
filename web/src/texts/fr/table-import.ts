import type { TableImportTexts } from '../en/table-import.ts'
import { formatCount, formatPlural } from './states.ts'

export const tableImport: TableImportTexts = {
  title: 'Importer un CSV',
  file: 'Fichier CSV',
  hint: 'La première ligne contient les noms des colonnes. Les lignes avec un ID modifient cet artefact, les autres en créent un.',
  checking: 'Vérification de chaque ligne…',
  tooLarge: 'Le fichier dépasse 8\u00a0Mo.',
  columns: 'Colonnes',
  column: (n) => `Colonne ${formatCount(n)}`,
  notImported: 'Non importée',
  id: 'ID de l’artefact',
  duplicate: (heading) => `«\u00a0${heading}\u00a0» est importée dans le même champ. Choisissez-en un autre.`,
  noColumn: 'Choisissez un champ pour au moins une colonne.',
  problems: 'Problèmes',
  place: (line, field) => (field === null ? `Ligne ${line}\u00a0:` : `Ligne ${line}, ${field}\u00a0:`),
  moreProblems: (n) => `et ${formatPlural(n, 'autre problème', 'autres problèmes')}`,
  ignored: (names) => `Non importées\u00a0: ${names}`,
  created: (n) => `${formatCount(n)} à créer`,
  updated: (n) => `${formatCount(n)} à modifier`,
  unchanged: (n) => formatPlural(n, 'inchangé', 'inchangés'),
  refused: (n) => `${formatCount(n)} avec des problèmes`,
  importNow: 'Importer',
  imported: (created, updated) =>
    `${formatPlural(created, 'créé', 'créés')}, ${formatPlural(updated, 'modifié', 'modifiés')}`,
}
