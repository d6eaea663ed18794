import { group } from '../../site/model/groups.ts'
import {
  attachments,
  createColumn,
  createDecimalField,
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

const open = ['to_do', 'in_progress', 'blocked']

/** A piece of work of a day or two. */
export const createTaskTracker = () =>
  defineTracker({
    itemName: 'task',
    name: 'Tasks',
    description: 'Steps by which stories get done.',
    color: 'sherwood-green',
    submitters: group.members,
    parent: 'story',
    elements: [
      createFieldset('task', 'Task', [
        createLineField('title', 'Title', { isRequired: true }),
        createTextField('description', 'Description'),
        createColumn('task_left', [
          createSelectField('status', 'Status', [
            ['to_do', 'To do', 'chrome-silver', 'default'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['blocked', 'Blocked', 'fiesta-red'],
            ['done', 'Done', 'army-green'],
          ]),
          createMemberField('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        createColumn('task_right', [
          createDecimalField('estimate', 'Estimate', { help: 'Hours.' }),
          createDecimalField('remaining_effort', 'Remaining effort', { help: 'Hours that are left.' }),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'title',
      description: 'description',
      assignee: 'assigned_to',
      initialEffort: 'estimate',
      status: { field: 'status', open, done: ['done'] },
      tooltip: ['title', 'status', 'assigned_to'],
      progress: { totalEffort: 'estimate', remainingEffort: 'remaining_effort' },
      card: { fields: ['assigned_to', 'remaining_effort'], backgroundColor: 'status' },
    },
    reports: [
      {
        name: 'Open tasks',
        description: 'Tasks that are not done.',
        isDefault: true,
        criteria: [{ field: 'status', values: open }, 'title', 'assigned_to'],
        columns: ['artifact_id', 'title', 'status', 'assigned_to', 'remaining_effort'],
        sort: { field: 'rank', isDescending: false },
      },
    ],
  })
