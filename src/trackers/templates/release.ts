import { group } from '../../site/model/groups.ts'
import {
  createColumn,
  createDateField,
  createFieldset,
  createHistoryFieldset,
  createLineField,
  createMemberField,
  createSelectField,
  createTextField,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

/** A version that is handed to users. */
export const createReleaseTracker = () =>
  defineTracker({
    itemName: 'release',
    name: 'Releases',
    description: 'Versions that are handed to users.',
    color: 'red-wine',
    submitters: group.members,
    elements: [
      createFieldset('release', 'Release', [
        createLineField('version', 'Version', { isRequired: true }),
        createTextField('notes', 'Release notes'),
        createColumn('release_left', [
          createSelectField('status', 'Status', [
            ['planned', 'Planned', 'daphne-blue', 'default'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['published', 'Published', 'army-green'],
            ['withdrawn', 'Withdrawn', 'chrome-silver'],
          ]),
          createMemberField('manager', 'Manager', { notifies: true }),
        ]),
        createColumn('release_right', [
          createDateField('start_date', 'Start date'),
          createDateField('end_date', 'Release date'),
        ]),
      ]),
      createFieldset('content', 'Content', [links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'version',
      description: 'notes',
      assignee: 'manager',
      status: { field: 'status', open: ['planned', 'in_progress'], done: ['published'] },
      tooltip: ['version', 'status', 'end_date'],
      timeframe: { start: 'start_date', end: 'end_date' },
      card: { fields: ['manager', 'end_date'] },
    },
    reports: [
      {
        name: 'Releases',
        description: 'All releases, the latest first.',
        isDefault: true,
        criteria: ['status', 'version'],
        columns: ['artifact_id', 'version', 'status', 'start_date', 'end_date', 'manager'],
        sort: { field: 'end_date', isDescending: true },
      },
    ],
  })
