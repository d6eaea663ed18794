import { group } from '../../site/model/groups.ts'
import { column, crossReferences, date, fieldset, history, line, links, member, oneOf, text } from './elements.ts'
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
      fieldset('release', 'Release', [
        line('version', 'Version', { isRequired: true }),
        text('notes', 'Release notes'),
        column('release_left', [
          oneOf('status', 'Status', [
            ['planned', 'Planned', 'daphne-blue', 'default'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['published', 'Published', 'army-green'],
            ['withdrawn', 'Withdrawn', 'chrome-silver'],
          ]),
          member('manager', 'Manager', { notifies: true }),
        ]),
        column('release_right', [date('start_date', 'Start date'), date('end_date', 'Release date')]),
      ]),
      fieldset('content', 'Content', [links, crossReferences]),
      history(),
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
