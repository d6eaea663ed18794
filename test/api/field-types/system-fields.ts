import { type ExampleIds, type FieldExamples, needsValue, userRepresentation } from '../../kit/wire-field-examples.ts'

/** What the product sets by itself, and nobody may ask to change (docs/api/field-values.md §14). */
const refusing = (name: string, more: Partial<FieldExamples>): readonly FieldExamples[] => [
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
    ...more,
  },
]

/** What the product sets by itself, whatever a request says (docs/api/field-values.md §14). */
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

export const artifactIds = refusing('id', { initial: ({ artifact }: ExampleIds) => ({ value: artifact.id }) })
export const numbersInTracker = refusing('number', { initial: (at: ExampleIds) => ({ value: at.number }) })
export const ranks = ignoring('rank', (at: ExampleIds) => ({ value: at.rank }))
export const submittedOn = ignoring('born', ({ artifact }: ExampleIds) => ({ value: artifact.submitted_on }))
export const updatedOn = ignoring('changed', ({ artifact }: ExampleIds) => ({ value: artifact.last_modified_date }))
export const submitters = ignoring('author', (at: ExampleIds) => ({ value: userRepresentation(at, 'alice') }))
export const modifiers = ignoring('changer', (at: ExampleIds) => ({ value: userRepresentation(at, 'alice') }))
export const crossReferences = ignoring('references', { value: [] })
export const burndowns = refusing('burndown', {
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
export const burnups = refusing('burnup', {})
/** One whose origin could not be found has no value. */
export const sharedFields = refusing('lent', { isOnlyImported: true })

/** What arranges the form, and is unknown to who writes values (docs/api/field-values.md §2). */
export const noField = (name: string): readonly FieldExamples[] => [{ name, holdsNoValue: true }]
