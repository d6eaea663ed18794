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
  sum,
  text,
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
      fieldset('story', 'Story', [
        line('title', 'Title', { isRequired: true }),
        text('description', 'Description', { help: 'As whom, what you want to do, and what for.' }),
        text('acceptance', 'Acceptance criteria', { help: 'What must hold before the story counts as done.' }),
      ]),
      fieldset('progress', 'Progress', [
        column('progress_left', [
          oneOf('status', 'Status', [
            ['to_do', 'To do', 'chrome-silver', 'default'],
            ['ready', 'Ready', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['review', 'Review', 'plum-crazy'],
            ['done', 'Done', 'army-green'],
            ['dropped', 'Dropped', 'inca-silver'],
          ]),
          member('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        column('progress_right', [
          decimal('points', 'Story points', { help: 'Size compared with other stories.' }),
          sum('remaining_effort', 'Remaining effort', { help: 'Sum over the tasks.' }),
        ]),
      ]),
      fieldset('context', 'Context', [attachments, links, crossReferences]),
      history(),
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
