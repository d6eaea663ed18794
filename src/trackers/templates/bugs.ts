import {
  attachments,
  column,
  crossReferences,
  fieldset,
  history,
  line,
  links,
  member,
  oneOf,
  tags,
  text,
  workflowDate,
} from './elements.ts'
import { defineTracker } from './tracker.ts'

const open = ['new', 'confirmed', 'in_progress', 'fixed']

/** Defects and the way they are dealt with. */
export const createBugTracker = (parent?: string) =>
  defineTracker({
    itemName: 'bug',
    name: 'Bugs',
    description: 'Defects: reported, confirmed, fixed and verified.',
    color: 'fiesta-red',
    ...(parent === undefined ? {} : { parent }),
    elements: [
      fieldset('report', 'Report', [
        line('summary', 'Summary', { help: 'What goes wrong, in one line.', isRequired: true }),
        text('description', 'Description', { help: 'Steps to see it, what you expected, what you got instead.' }),
        column('environment', [
          line('found_in', 'Found in version'),
          tags('components', 'Components', { help: 'Parts of the product that are concerned.' }),
        ]),
        column('damage', [
          oneOf('severity', 'Severity', [
            ['critical', 'Critical', 'red-wine'],
            ['major', 'Major', 'fiesta-red'],
            ['minor', 'Minor', 'coral-pink', 'default'],
            ['cosmetic', 'Cosmetic', 'chrome-silver'],
          ]),
          oneOf('reproducible', 'Reproducible', [
            ['always', 'Always'],
            ['sometimes', 'Sometimes'],
            ['once', 'Seen once'],
          ]),
        ]),
      ]),
      fieldset('treatment', 'Treatment', [
        column('treatment_left', [
          oneOf('status', 'Status', [
            ['new', 'New', 'graffiti-yellow', 'default'],
            ['confirmed', 'Confirmed', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['fixed', 'Fixed', 'acid-green'],
            ['verified', 'Verified', 'army-green'],
            ['refused', 'Refused', 'chrome-silver'],
          ]),
          member('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        column('treatment_right', [
          line('fixed_in', 'Fixed in version'),
          oneOf(
            'reason',
            'Reason for refusal',
            [
              ['duplicate', 'Duplicate'],
              ['intended', 'Works as intended'],
              ['not_reproducible', 'Cannot be reproduced'],
              ['not_worth_it', 'Not worth fixing'],
            ],
            { help: 'Why nothing will be done about it.' },
          ),
          workflowDate('closed_on', 'Closed on'),
        ]),
      ]),
      fieldset('context', 'Context', [attachments, links, crossReferences]),
      history('Reported by'),
    ],
    semantics: {
      title: 'summary',
      description: 'description',
      assignee: 'assigned_to',
      status: { field: 'status', open, done: ['verified'] },
      tooltip: ['summary', 'status', 'severity', 'assigned_to'],
      card: { fields: ['severity', 'assigned_to'], backgroundColor: 'severity' },
    },
    workflow: {
      field: 'status',
      first: ['new'],
      next: {
        new: ['confirmed', 'in_progress', 'refused'],
        confirmed: ['in_progress', 'refused'],
        in_progress: ['confirmed', 'fixed', 'refused'],
        fixed: ['in_progress', 'verified'],
        verified: ['in_progress'],
        refused: ['confirmed'],
      },
      doneDate: { field: 'closed_on', states: ['verified', 'refused'] },
    },
    reports: [
      {
        name: 'Open bugs',
        description: 'Bugs that are not resolved.',
        isDefault: true,
        criteria: [{ field: 'status', values: open }, 'severity', 'assigned_to', 'summary'],
        columns: ['artifact_id', 'summary', 'severity', 'status', 'assigned_to', 'submitted_on'],
        sort: { field: 'submitted_on', isDescending: true },
      },
      {
        name: 'All bugs',
        description: 'Every bug ever reported.',
        criteria: ['summary', 'status', 'severity', 'found_in', 'assigned_to'],
        columns: ['artifact_id', 'summary', 'severity', 'status', 'found_in', 'fixed_in', 'assigned_to'],
      },
    ],
  })

export const createBugTrackers = () => [createBugTracker()]
