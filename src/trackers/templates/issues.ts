import {
  attachments,
  createColumn,
  createDateField,
  createDecimalField,
  createFieldset,
  createHistoryFieldset,
  createLineField,
  createMemberField,
  createSelectField,
  createTagsField,
  createTextField,
  createWorkflowDate,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

const columns = ['artifact_id', 'title', 'type', 'status', 'priority', 'assignee', 'due_date', 'last_update_on']

/** One tracker for all work of a team. */
export const createIssueTrackers = () => [
  defineTracker({
    itemName: 'issue',
    name: 'Issues',
    description: 'Everything that has to be done: defects, wishes, questions and plain work.',
    color: 'deep-blue',
    elements: [
      createFieldset('what', 'What it is about', [
        createLineField('title', 'Title', { help: 'One line by which others recognise the issue.', isRequired: true }),
        createTextField('description', 'Description', { help: 'What happens, what should happen, and how to see it.' }),
        createColumn('kind', [
          createSelectField('type', 'Type', [
            ['bug', 'Bug', 'fiesta-red'],
            ['improvement', 'Improvement', 'daphne-blue'],
            ['task', 'Task', 'chrome-silver', 'default'],
            ['question', 'Question', 'graffiti-yellow'],
          ]),
          createTagsField('tags', 'Tags', { help: 'Words of your own to find related issues by.' }),
        ]),
        createColumn('weight', [
          createSelectField('priority', 'Priority', [
            ['critical', 'Critical', 'red-wine'],
            ['high', 'High', 'clockwork-orange'],
            ['normal', 'Normal', 'lake-placid-blue', 'default'],
            ['low', 'Low', 'inca-silver'],
          ]),
          createSelectField(
            'severity',
            'Severity',
            [
              ['blocking', 'Blocks work', 'red-wine'],
              ['major', 'Major', 'fiesta-red'],
              ['minor', 'Minor', 'coral-pink'],
              ['cosmetic', 'Cosmetic', 'chrome-silver'],
            ],
            { help: 'How much it hurts, whatever the order of work.' },
          ),
        ]),
      ]),
      createFieldset('progress', 'Progress', [
        createColumn('progress_left', [
          createSelectField('status', 'Status', [
            ['new', 'New', 'graffiti-yellow', 'default'],
            ['accepted', 'Accepted', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['review', 'In review', 'plum-crazy'],
            ['done', 'Done', 'army-green'],
            ['rejected', 'Rejected', 'chrome-silver'],
          ]),
          createMemberField('assignee', 'Assigned to', { help: 'Who takes care of it.', notifies: true }),
        ]),
        createColumn('progress_right', [
          createDateField('due_date', 'Due date'),
          createDecimalField('estimate', 'Estimate', { help: 'Effort in days.' }),
          createDecimalField('remaining_effort', 'Remaining effort', { help: 'Days that are left.' }),
          createWorkflowDate('closed_on', 'Closed on', { help: 'Set when the issue is done or rejected.' }),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset('Reported by'),
    ],
    semantics: {
      title: 'title',
      description: 'description',
      assignee: 'assignee',
      initialEffort: 'estimate',
      status: {
        field: 'status',
        open: ['new', 'accepted', 'in_progress', 'review'],
        done: ['done'],
      },
      tooltip: ['title', 'status', 'priority', 'assignee'],
      progress: { totalEffort: 'estimate', remainingEffort: 'remaining_effort' },
      card: { fields: ['type', 'assignee', 'due_date', 'remaining_effort'], backgroundColor: 'priority' },
    },
    workflow: {
      field: 'status',
      first: ['new'],
      next: {
        new: ['accepted', 'in_progress', 'done', 'rejected'],
        accepted: ['in_progress', 'done', 'rejected'],
        in_progress: ['accepted', 'review', 'done', 'rejected'],
        review: ['in_progress', 'done'],
        done: ['in_progress'],
        rejected: ['accepted'],
      },
      doneDate: { field: 'closed_on', states: ['done', 'rejected'] },
    },
    reports: [
      {
        name: 'Open issues',
        description: 'What is still to be done.',
        isDefault: true,
        criteria: [
          { field: 'status', values: ['new', 'accepted', 'in_progress', 'review'] },
          'type',
          'assignee',
          'title',
        ],
        columns,
        sort: { field: 'last_update_on', isDescending: true },
      },
      {
        name: 'All issues',
        description: 'Every issue, done or not.',
        criteria: ['title', 'status', 'type', 'priority', 'assignee'],
        columns,
      },
    ],
  }),
]
