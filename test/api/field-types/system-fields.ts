import {
  buildUserRepresentation,
  type ExampleIds,
  type FieldExamples,
  needsValue,
} from '../../kit/wire-field-examples.ts'

/** Fields that the system sets; a value in a request is rejected (docs/api/field-values.md §14). */
const rejecting = (name: string, rest: Partial<FieldExamples>): readonly FieldExamples[] => [
  {
    name,
    rejected: [
      ...needsValue,
      ...[5, 'x', true, [], {}].map((value) => ({
        input: { value },
        problem: `You are not allowed to update the field Label of ${name}.`,
      })),
    ],
    untouched: [{ value: null }],
    ...rest,
  },
]

/** Fields that the system sets; a value in a request is ignored (docs/api/field-values.md §14). */
const ignoring = (name: string, initial: FieldExamples['initial']): readonly FieldExamples[] => [
  {
    name,
    ignored: [
      { value: 5 },
      { value: '2001-01-01' },
      { value: null },
      {},
      { bind_value_ids: [1] },
      { links: [{ id: 1 }] },
      { value: { id: 101 } },
    ],
    initial,
  },
]

export const artifactIds = rejecting('id', { initial: ({ artifact }: ExampleIds) => ({ value: artifact.id }) })
export const numbersInTracker = rejecting('number', { initial: (at: ExampleIds) => ({ value: at.number }) })
export const ranks = ignoring('rank', (at: ExampleIds) => ({ value: at.rank }))
export const submittedOn = ignoring('born', ({ artifact }: ExampleIds) => ({ value: artifact.submitted_on }))
export const updatedOn = ignoring('changed', ({ artifact }: ExampleIds) => ({ value: artifact.last_modified_date }))
export const submitters = ignoring('author', (at: ExampleIds) => ({ value: buildUserRepresentation(at, 'alice') }))
export const modifiers = ignoring('changer', (at: ExampleIds) => ({ value: buildUserRepresentation(at, 'alice') }))
export const crossReferences = ignoring('references', { value: [] })
export const burndowns = rejecting('burndown', {
  initial: {
    value: {
      start_date: null,
      duration: null,
      capacity: null,
      points: [],
      is_under_calculation: false,
      opening_days: [1, 2, 3, 4, 5],
      points_with_date: [],
    },
  },
})
export const burnups = rejecting('burnup', {})
/** A shared field whose original could not be found has no value. */
export const sharedFields = rejecting('lent', { isOnlyImported: true })

/** Form elements that are not fields; requests with values for them are rejected (docs/api/field-values.md §2). */
export const rejectEveryValue = (name: string): readonly FieldExamples[] => [{ name, holdsNoValue: true }]
