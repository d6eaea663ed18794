import { formatCount } from './states.ts'

export const tracker = {
  title: 'Tracker',
  query: 'Query',
  queryHint: 'For example: status = "Open" AND assigned_to = MYSELF()',
  run: 'Run',
  clear: 'Clear',
  total: (n: number): string => (n === 1 ? '1 artifact' : `${formatCount(n)} artifacts`),
  found: (n: number): string => (n === 1 ? '1 artifact found' : `${formatCount(n)} artifacts found`),
  artifact: 'Artifact',
  artifactTitle: 'Title',
  status: 'Status',
  assignees: 'Assigned to',
  updated: 'Last update',
  submittedBy: 'Submitted by',
  untitled: 'Untitled',
  empty: 'No artifact yet',
  emptyText: 'Artifacts created through the API appear here.',
  nothingFound: 'Nothing matches the query',
  nothingFoundText: 'Change or clear the query above.',
  queryProblem: 'The query is invalid',
  closed: 'closed',
}
