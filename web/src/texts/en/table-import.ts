import { formatCount } from './states.ts'

/** The import of artifacts from CSV. */
export const tableImport = {
  title: 'Import CSV',
  file: 'CSV file',
  hint: 'The first line has the names of the columns. Lines with an ID change that artifact, others create one.',
  checking: 'Checking each line…',
  tooLarge: 'The file is larger than 8 MB.',
  columns: 'Columns',
  column: (n: number): string => `Column ${formatCount(n)}`,
  notImported: 'Not imported',
  id: 'Artifact ID',
  duplicate: (heading: string): string => `“${heading}” is imported into the same field. Choose another one.`,
  noColumn: 'Choose a field for at least one column.',
  problems: 'Problems',
  place: (line: number, field: string | null): string => (field === null ? `Line ${line}:` : `Line ${line}, ${field}:`),
  moreProblems: (n: number): string => `and ${formatCount(n)} more problems`,
  ignored: (names: string): string => `Not imported: ${names}`,
  created: (n: number): string => `${formatCount(n)} to create`,
  updated: (n: number): string => `${formatCount(n)} to change`,
  unchanged: (n: number): string => `${formatCount(n)} unchanged`,
  refused: (n: number): string => `${formatCount(n)} with problems`,
  importNow: 'Import',
  imported: (created: number, updated: number): string =>
    `${formatCount(created)} created, ${formatCount(updated)} changed`,
}

export type TableImportTexts = typeof tableImport
