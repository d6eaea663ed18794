import { group } from '../../site/model/groups.ts'
import {
  burndown,
  createColumn,
  createDateField,
  createDecimalField,
  createFieldset,
  createHistoryFieldset,
  createIntegerField,
  createLineField,
  createSelectField,
  createSumField,
  createTextField,
  crossReferences,
  links,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

/** A few weeks with a goal; part of a release when there are any. */
export const createSprintTracker = (parent?: string) =>
  defineTracker({
    itemName: 'sprint',
    name: 'Sprints',
    description: 'A few weeks of work with one goal.',
    color: 'clockwork-orange',
    submitters: group.members,
    ...(parent === undefined ? {} : { parent }),
    elements: [
      createFieldset('sprint', 'Sprint', [
        createLineField('name', 'Name', { isRequired: true }),
        createTextField('goal', 'Goal'),
        createColumn('sprint_left', [
          createSelectField('status', 'Status', [
            ['planned', 'Planned', 'daphne-blue', 'default'],
            ['current', 'Current', 'clockwork-orange'],
            ['done', 'Done', 'army-green'],
          ]),
          createDateField('start_date', 'Start date'),
          createIntegerField('duration', 'Duration', { help: 'Working days.' }),
        ]),
        createColumn('sprint_right', [
          createDecimalField('capacity', 'Capacity', { help: 'What the team expects to manage.' }),
          createDecimalField('velocity', 'Velocity', { help: 'What the team managed.' }),
          createSumField('remaining_effort', 'Remaining effort'),
        ]),
      ]),
      createFieldset('chart', 'Burndown', [burndown]),
      createFieldset('content', 'Content', [links, crossReferences]),
      createHistoryFieldset(),
    ],
    semantics: {
      title: 'name',
      description: 'goal',
      velocity: 'velocity',
      status: { field: 'status', open: ['planned', 'current'], done: ['done'] },
      tooltip: ['name', 'status', 'start_date'],
      timeframe: { start: 'start_date', duration: 'duration' },
      card: { fields: ['start_date', 'remaining_effort'] },
    },
    reports: [
      {
        name: 'Sprints',
        description: 'All sprints, the latest first.',
        isDefault: true,
        criteria: ['status', 'name'],
        columns: ['artifact_id', 'name', 'status', 'start_date', 'duration', 'capacity', 'velocity'],
        sort: { field: 'start_date', isDescending: true },
      },
    ],
  })
