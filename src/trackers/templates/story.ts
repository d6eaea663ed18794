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
  createSumField,
  createTextField,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

const open = ['to_do', 'ready', 'in_progress', 'review']

/** Something a user will be able to do. */
export const createStoryTracker = ({ parent }: { readonly parent: string }) =>
  defineTracker({
    itemName: 'story',
    name: 'User stories',
    description: 'What users will be able to do, small enough for one sprint.',
    color: 'deep-blue',
    submitters: group.members,
    parent,
    elements: [
      createFieldset('story', 'Story', [
        createLineField('title', 'Title', { isRequired: true }),
        createTextField('description', 'Description', { help: 'As whom, what you want to do, and what for.' }),
        createTextField('acceptance', 'Acceptance criteria', {
          help: 'What must hold before the story counts as done.',
        }),
      ]),
      createFieldset('progress', 'Progress', [
        createColumn('progress_left', [
          createSelectField('status', 'Status', [
            ['to_do', 'To do', 'chrome-silver', 'default'],
            ['ready', 'Ready', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['review', 'Review', 'plum-crazy'],
            ['done', 'Done', 'army-green'],
            ['dropped', 'Dropped', 'inca-silver'],
          ]),
          createMemberField('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        createColumn('progress_right', [
          createDecimalField('points', 'Story points', { help: 'Size compared with other stories.' }),
          createSumField('remaining_effort', 'Remaining effort', { help: 'Sum over the tasks.' }),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'title',
      description: 'description',
      assignee: 'assigned_to',
      initialEffort: 'points',
      status: { field: 'status', open, done: ['done'] },
      tooltip: ['title', 'status', 'points'],
      progress: { linkType: '_is_child' },
      card: { fields: ['points', 'assigned_to', 'remaining_effort'], backgroundColor: 'status' },
    },
    reports: [
      {
        name: 'Product backlog',
        description: 'Stories that are not done, in their order.',
        isDefault: true,
        criteria: [{ field: 'status', values: open }, 'title', 'assigned_to'],
        columns: ['artifact_id', 'title', 'status', 'points', 'assigned_to'],
        sort: { field: 'rank', isDescending: false },
      },
    ],
  })
