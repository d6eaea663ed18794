import { group } from '../../site/model/groups.ts'
import {
  attachments,
  createColumn,
  createDateField,
  createFieldset,
  createHistoryFieldset,
  createLineField,
  createMembersField,
  createSelectField,
  createTagsField,
  createTextField,
  createWorkflowDate,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

const open = ['backlog', 'ready', 'doing', 'review']

/** Cards that flow over a board from left to right, and back when they must. */
export const createKanbanTrackers = () => [
  defineTracker({
    itemName: 'card',
    name: 'Cards',
    description: 'Work that flows over the board, a few cards at a time.',
    color: 'lake-placid-blue',
    submitters: group.members,
    elements: [
      createFieldset('card', 'Card', [
        createLineField('title', 'Title', { isRequired: true }),
        createTextField('description', 'Description'),
        createColumn('card_left', [
          createSelectField('status', 'Column', [
            ['backlog', 'Backlog', 'chrome-silver', 'default'],
            ['ready', 'Ready', 'daphne-blue'],
            ['doing', 'Doing', 'clockwork-orange'],
            ['review', 'Review', 'plum-crazy'],
            ['done', 'Done', 'army-green'],
          ]),
          createMembersField('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        createColumn('card_right', [
          createSelectField('class', 'Class of service', [
            ['expedite', 'Expedite', 'fiesta-red'],
            ['fixed_date', 'Fixed date', 'plum-crazy'],
            ['standard', 'Standard', 'lake-placid-blue', 'default'],
            ['intangible', 'Intangible', 'inca-silver'],
          ]),
          createDateField('due_date', 'Due date'),
          createTagsField('tags', 'Tags'),
          createWorkflowDate('done_on', 'Done on'),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'title',
      description: 'description',
      assignee: 'assigned_to',
      status: { field: 'status', open, done: ['done'] },
      tooltip: ['title', 'status', 'assigned_to'],
      card: { fields: ['assigned_to', 'due_date', 'tags'], backgroundColor: 'class' },
    },
    workflow: {
      field: 'status',
      first: ['backlog', 'ready'],
      next: {
        backlog: ['ready'],
        ready: ['backlog', 'doing'],
        doing: ['ready', 'review', 'done'],
        review: ['doing', 'done'],
        done: ['doing'],
      },
      doneDate: { field: 'done_on', states: ['done'] },
    },
    reports: [
      {
        name: 'On the board',
        description: 'Cards that are not done.',
        isDefault: true,
        criteria: [{ field: 'status', values: open }, 'class', 'assigned_to'],
        columns: ['artifact_id', 'title', 'status', 'class', 'assigned_to', 'due_date'],
        sort: { field: 'rank', isDescending: false },
      },
      {
        name: 'Done',
        description: 'Cards that left the board.',
        criteria: [{ field: 'status', values: ['done'] }, 'title'],
        columns: ['artifact_id', 'title', 'class', 'assigned_to', 'done_on'],
        sort: { field: 'done_on', isDescending: true },
      },
    ],
  }),
]
