import type { Example, ExampleIds, FieldExamples, StoredRows } from '../../kit/wire-field-examples.ts'

type Target = 1 | 2 | 3
type Link = readonly [target: Target, type?: string]

/** docs/api/field-values.md §10, REF. */
const reference = (at: ExampleIds, [target, type]: Link) => ({
  id: at.target(target),
  uri: `artifacts/${at.target(target)}`,
  tracker: at.others.targetTracker,
  type: type ?? null,
})
const shown =
  (links: readonly Link[], reverse: readonly Link[] = []) =>
  (at: ExampleIds) => ({
    links: links.map((link) => reference(at, link)),
    reverse_links: reverse.map((link) => reference(at, link)),
  })
const found =
  (...links: readonly Link[]) =>
  (at: ExampleIds): StoredRows => ({
    link: links.map(([target, type]) => [at.target(target), type ?? ''] as const),
  })
const child = '_is_child'

const forward = (sent: (at: ExampleIds) => readonly unknown[], ...links: readonly Link[]): Example => ({
  sent: (at) => ({ links: sent(at) }),
  shown: shown(links),
  found: found(...links),
})

/** Who makes links of others with a new artifact; with one that is there, other artifacts change alone. */
const parents: readonly Example[] = [
  {
    on: 'POST',
    sent: (at) => ({ parent: { id: at.target(1) } }),
    shown: shown([], [[1, child]]),
  },
  {
    on: 'PUT',
    sent: (at) => ({ parent: { id: `${at.target(1)}`, uri: 'x' } }),
    shown: shown([[3]], [[1, child]]),
    found: found([3]),
    history: (at) => [shown([[3]], [[1, child]])(at)],
  },
  {
    sent: (at) => ({ links: [{ id: at.target(1) }], parent: { id: at.target(2) } }),
    shown: shown([[1]], [[2, child]]),
    found: found([1]),
    history: (at) => [shown([[3]], [[2, child]])(at), shown([[1]], [[2, child]])(at)],
  },
  { on: 'POST', sent: { parent: { id: 9_999_999 } }, shown: shown([]) },
  {
    on: 'PUT',
    sent: { parent: { id: 9_999_999 } },
    shown: shown([[3]]),
    found: found([3]),
    history: (at) => [shown([[3]])(at)],
  },
]

const both = (at: ExampleIds) => ({
  all_links: [
    { id: at.target(1), direction: 'forward', type: child },
    { id: `${at.target(2)}`, direction: 'reverse', type: '' },
  ],
})
const allLinks: readonly Example[] = [
  {
    sent: both,
    shown: shown([[1, child]], [[2]]),
    found: found([1, child]),
    history: (at) => [shown([[3]], [[2]])(at), shown([[1, child]], [[2]])(at)],
  },
  {
    sent: (at) => ({ all_links: [{ id: at.target(1), direction: 'reverse', type: child }] }),
    shown: shown([], [[1, child]]),
    history: (at) => [shown([[3]], [[1, child]])(at), shown([], [[1, child]])(at)],
  },
  {
    sent: (at) => ({ all_links: [{ id: at.target(1), direction: 'forward', type: '' }], links: null, parent: null }),
    shown: shown([[1]]),
    found: found([1]),
  },
  { sent: { all_links: [] }, shown: shown([]) },
]

const withoutId = 'Artifact links must have an id'
const withoutType = 'Artifact links "type" must be a string, use empty string for no type'
const forward1 = (at: ExampleIds) => ({ id: at.target(1), direction: 'forward' })
const named = (n: number) => `You tried to create a link to Artifact #${n}, but `

/** docs/api/field-values.md §10. */
export const links: readonly FieldExamples[] = [
  {
    name: 'links',
    before: forward((at) => [{ id: at.target(3) }], [3]),
    accepted: [
      forward((at) => [{ id: at.target(1), type: child }], [1, child]),
      forward((at) => [{ id: `${at.target(1)}` }, { id: at.target(2), type: '' }], [1], [2]),
      forward((at) => [{ id: at.target(1), type: null, uri: 'x', tracker: { id: 1 }, label: 'y' }], [1]),
      forward((at) => [{ id: at.target(1) }, { id: at.target(1), type: child }], [1, child]),
      { sent: { links: [] }, shown: shown([]) },
      ...parents,
      ...allLinks,
    ],
    refused: [
      { sent: {}, ends: '"links" and/or "parent" or "all_links" key must be defined' },
      { sent: { links: null }, on: 'POST', ends: '"links" and/or "parent" or "all_links" key must be defined' },
      {
        sent: { all_links: [], links: [] },
        ends: '"all_links" key and "links" key cannot be used at the same time',
      },
      {
        sent: { all_links: [], parent: { id: 1 } },
        ends: '"all_links" key and "parent" key cannot be used at the same time',
      },
      ...[{}, { id: null }, 'x', null].map((link) => ({ sent: { links: [link] }, ends: withoutId })),
      { sent: { links: 5 }, ends: 'Invalid value specified for `values[1][links]`' },
      { sent: (at) => ({ all_links: [forward1(at)] }), ends: withoutType },
      { sent: (at) => ({ all_links: [{ ...forward1(at), type: null }] }), ends: withoutType },
      {
        sent: { all_links: [{ id: 0, direction: 'forward', type: '' }] },
        ends: 'Invalid value specified for `values[1][all_links][0][id]`. Minimum required value is 1.',
      },
      {
        sent: { all_links: [{ direction: 'forward', type: '' }] },
        ends: '`values[1][all_links][0][id]` is required.',
      },
      {
        sent: { all_links: [{ id: 1, direction: 'up', type: '' }] },
        ends: 'Invalid value specified for `values[1][all_links][0][direction]`. Expected one of (forward,reverse).',
      },
      ...[{}, 5, []].map((parent) => ({ sent: { parent }, ends: "Parent must have an 'id' key" })),
      { sent: { parent: { id: 'x' } }, ends: "Parent 'id' key must be convertible to an integer" },
      ...[9_999_999, 'x', -1, 1.5].map((id) => ({
        sent: { links: [{ id }] },
        problem: `Label of links: ${id} is not an artifact id.`,
      })),
      {
        sent: ({ others }) => ({ links: [{ id: others.unseen }] }),
        problem: ({ others }) => `Label of links: ${others.unseen} is not an artifact id.`,
      },
      {
        sent: ({ others }) => ({ links: [{ id: others.inDeletedTracker }] }),
        problem: ({ others }) => `Label of links : artifact #${others.inDeletedTracker} does not exist.`,
      },
      {
        sent: ({ others }) => ({ links: [{ id: others.inSuspendedProject }] }),
        problem: ({ others }) => `The artifact #${others.inSuspendedProject} is not located in an active project.`,
      },
      {
        sent: (at) => ({ links: [{ id: at.target(1), type: '_unknown' }] }),
        problem: (at) => `Type is missing for artifact #${at.target(1)}.`,
      },
      {
        sent: (at) => ({ links: [{ id: at.target(1), type: 'switched_off' }] }),
        problem: (at) =>
          `The artifact link type "switched_off" is disabled and cannot be used to link artifact #${at.target(1)}`,
      },
      {
        sent: (at) => ({ links: [{ id: at.target(1), type: '_reserved' }] }),
        problem: (at) => `The artifact link type "_reserved" cannot be used to link artifact #${at.target(1)} manually`,
      },
      {
        on: 'PUT',
        sent: ({ artifact }) => ({ links: [{ id: artifact.id }] }),
        problem: ({ artifact }) => `Label of links: #${artifact.id} cannot be linked to itself.`,
      },
      ...[(_: ExampleIds) => 9_999_999, ({ others }: ExampleIds) => others.unseen].map((one) => ({
        sent: (at: ExampleIds) => ({ all_links: [{ id: one(at), direction: 'reverse', type: '' }] }),
        translated: (at: ExampleIds) => `${named(one(at))}it could not be found.`,
      })),
      {
        sent: ({ others }) => ({ all_links: [{ id: others.withoutLinks, direction: 'reverse', type: '' }] }),
        translated: ({ others }) => `${named(others.withoutLinks)}there is no artifact links field in its tracker.`,
      },
    ],
    untouched: [
      { value: null },
      { links: null },
      { all_links: null },
      { parent: null },
      (at) => ({ links: [{ id: `${at.target(3)}`, type: '' }] }),
      (at) => ({ all_links: [{ id: at.target(3), direction: 'forward', type: '' }] }),
    ],
    empty: [{ links: [] }, { all_links: [] }],
    initial: { links: [], reverse_links: [] },
  },
]
