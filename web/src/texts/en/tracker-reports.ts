import { formatPlural } from './states.ts'

/** Reports of a tracker. */
export const trackerReports = {
  intro: 'Saved queries with their columns: those of the project, which all users of the tracker see, and your own.',
  title: 'Reports',
  empty: 'No reports yet',
  emptyText: 'A report is saved with the menu of reports above the list of artifacts.',
  name: 'Name',
  owner: 'Shown to',
  ofProject: 'All users of the tracker',
  own: 'Only you',
  query: 'Query',
  all: 'All artifacts',
  filters: (count: number): string => formatPlural(count, 'filter', 'filters'),
  isDefault: 'Default',
  defaultHint: 'The list of the tracker opens with the default report, until a user chooses “All artifacts”.',
  actions: 'Actions',
  actionsOf: (report: string): string => `Actions for ${report}`,
  rename: 'Rename',
  renameTitle: 'Rename report',
  save: 'Save',
  renamed: (report: string): string => `Report renamed: ${report}`,
  makeDefault: 'Make default',
  madeDefault: (report: string): string => `Default report: ${report}`,
  removeDefault: 'Remove as default',
  removedDefault: (report: string): string => `No longer the default report: ${report}`,
}
