import { group } from '../../site/model/groups.ts'
import {
  attachments,
  column,
  crossReferences,
  decimal,
  fieldset,
  history,
  line,
  links,
  member,
  oneOf,
  text,
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
      fieldset('task', 'Task', [
        line('title', 'Title', { isRequired: true }),
        text('description', 'Description'),
        column('task_left', [
          oneOf('status', 'Status', [
            ['to_do', 'To do', 'chrome-silver', 'default'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['blocked', 'Blocked', 'fiesta-red'],
            ['done', 'Done', 'army-green'],
          ]),
          member('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        column('task_right', [
          decimal('estimate', 'Estimate', { help: 'Hours.' }),
          decimal('remaining_effort', 'Remaining effort', { help: 'Hours that are left.' }),
        ]),
      ]),
      fieldset('context', 'Context', [attachments, links, crossReferences]),
      history(),
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
