import { group } from '../../site/model/groups.ts'
import {
  burndown,
  column,
  crossReferences,
  date,
  decimal,
  fieldset,
  history,
  integer,
  line,
  links,
  oneOf,
  sum,
  text,
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
      fieldset('sprint', 'Sprint', [
        line('name', 'Name', { isRequired: true }),
        text('goal', 'Goal'),
        column('sprint_left', [
          oneOf('status', 'Status', [
            ['planned', 'Planned', 'daphne-blue', 'default'],
            ['current', 'Current', 'clockwork-orange'],
            ['done', 'Done', 'army-green'],
          ]),
          date('start_date', 'Start date'),
          integer('duration', 'Duration', { help: 'Working days.' }),
        ]),
        column('sprint_right', [
          decimal('capacity', 'Capacity', { help: 'What the team expects to manage.' }),
          decimal('velocity', 'Velocity', { help: 'What the team managed.' }),
          sum('remaining_effort', 'Remaining effort'),
        ]),
      ]),
      fieldset('chart', 'Burndown', [burndown]),
      fieldset('content', 'Content', [links, crossReferences]),
      history(),
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
