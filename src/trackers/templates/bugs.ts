import {
  attachments,
  createColumn,
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
      createFieldset('report', 'Report', [
        createLineField('summary', 'Summary', { help: 'What goes wrong, in one line.', isRequired: true }),
        createTextField('description', 'Description', {
          help: 'Steps to see it, what you expected, what you got instead.',
        }),
        createColumn('environment', [
          createLineField('found_in', 'Found in version'),
          createTagsField('components', 'Components', { help: 'Parts of the product that are concerned.' }),
        ]),
        createColumn('damage', [
          createSelectField('severity', 'Severity', [
            ['critical', 'Critical', 'red-wine'],
            ['major', 'Major', 'fiesta-red'],
            ['minor', 'Minor', 'coral-pink', 'default'],
            ['cosmetic', 'Cosmetic', 'chrome-silver'],
          ]),
          createSelectField('reproducible', 'Reproducible', [
            ['always', 'Always'],
            ['sometimes', 'Sometimes'],
            ['once', 'Seen once'],
          ]),
        ]),
      ]),
      createFieldset('treatment', 'Treatment', [
        createColumn('treatment_left', [
          createSelectField('status', 'Status', [
            ['new', 'New', 'graffiti-yellow', 'default'],
            ['confirmed', 'Confirmed', 'daphne-blue'],
            ['in_progress', 'In progress', 'clockwork-orange'],
            ['fixed', 'Fixed', 'acid-green'],
            ['verified', 'Verified', 'army-green'],
            ['refused', 'Refused', 'chrome-silver'],
          ]),
          createMemberField('assigned_to', 'Assigned to', { notifies: true }),
        ]),
        createColumn('treatment_right', [
          createLineField('fixed_in', 'Fixed in version'),
          createSelectField(
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
          createWorkflowDate('closed_on', 'Closed on'),
        ]),
      ]),
      createFieldset('context', 'Context', [attachments, links, crossReferences]),
      createHistoryFieldset('Reported by'),
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
