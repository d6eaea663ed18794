import { group } from '../../site/model/groups.ts'
import {
  attachments,
  createColumn,
  createFieldset,
  createHistoryFieldset,
  createLineField,
  createMemberField,
  createSelectField,
  createSumField,
  createTextField,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

const open = ['idea', 'planned', 'in_progress']

/** A large goal, reached through stories. */
export const createEpicTracker = () =>
  defineTracker({
    itemName: 'epic',
    name: 'Epics',
    description: 'Large goals that take several sprints.',
    color: 'plum-crazy',
    submitters: group.members,
    elements: [
      createFieldset('goal', 'Goal', [
        createLineField('title', 'Title', { isRequired: true }),
        createTextField('description', 'Description', { help: 'What will be possible, for whom, and why it matters.' }),
        createTextField('success', 'How we know it worked'),
      ]),
      createFieldset('progress', 'Progress', [
        createColumn('progress_left', [
          createSelectField('status', 'Status', [
            ['idea', 'Idea', 'chrome-silver', 'default'],
            ['planned', 'Planned', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['done', 'Done', 'army-green'],
            ['dropped', 'Dropped', 'inca-silver'],
          ]),
          createMemberField('owner', 'Owner', { notifies: true }),
        ]),
        createColumn('progress_right', [
          createSumField('remaining_effort', 'Remaining effort', { help: 'Sum over the stories.' }),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'title',
      description: 'description',
      assignee: 'owner',
      status: { field: 'status', open, done: ['done'] },
      tooltip: ['title', 'status', 'owner'],
      progress: { linkType: '_is_child' },
      card: { fields: ['owner', 'remaining_effort'], backgroundColor: 'status' },
    },
    reports: [
      {
        name: 'Open epics',
        description: 'Goals that are not reached yet.',
        isDefault: true,
        criteria: [{ field: 'status', values: open }, 'title', 'owner'],
        columns: ['artifact_id', 'title', 'status', 'owner', 'remaining_effort'],
        sort: { field: 'rank', isDescending: false },
      },
    ],
  })
