import type { Example, ExampleIds, FieldExamples, StoredRows } from '../../kit/wire-field-examples.ts'

type Target = 1 | 2 | 3
type Link = readonly [target: Target, type?: string]

/** The REF representation of docs/api/field-values.md §10. */
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

const forwardExample = (input: (at: ExampleIds) => readonly unknown[], ...links: readonly Link[]): Example => ({
  input: (at) => ({ links: input(at) }),
  output: shown(links),
  storedRows: found(...links),
})

/**
 * Examples that also change other artifacts: of a new artifact, links of others are part of it; of an existing one,
 * only the others change.
 */
const parentExamples: readonly Example[] = [
  {
    on: 'POST',
    input: (at) => ({ parent: { id: at.target(1) } }),
    output: shown([], [[1, child]]),
  },
  {
    on: 'PUT',
    input: (at) => ({ parent: { id: `${at.target(1)}`, uri: 'x' } }),
    output: shown([[3]], [[1, child]]),
    storedRows: found([3]),
    history: (at) => [shown([[3]], [[1, child]])(at)],
  },
  {
    input: (at) => ({ links: [{ id: at.target(1) }], parent: { id: at.target(2) } }),
    output: shown([[1]], [[2, child]]),
    storedRows: found([1]),
    history: (at) => [shown([[3]], [[2, child]])(at), shown([[1]], [[2, child]])(at)],
  },
  { on: 'POST', input: { parent: { id: 9_999_999 } }, output: shown([]) },
  {
    on: 'PUT',
    input: { parent: { id: 9_999_999 } },
    output: shown([[3]]),
    storedRows: found([3]),
    history: (at) => [shown([[3]])(at)],
  },
]

const inBothDirections = (at: ExampleIds) => ({
  all_links: [
    { id: at.target(1), direction: 'forward', type: child },
    { id: `${at.target(2)}`, direction: 'reverse', type: '' },
  ],
})
const allLinksExamples: readonly Example[] = [
  {
    input: inBothDirections,
    output: shown([[1, child]], [[2]]),
    storedRows: found([1, child]),
    history: (at) => [shown([[3]], [[2]])(at), shown([[1, child]], [[2]])(at)],
  },
  {
    input: (at) => ({ all_links: [{ id: at.target(1), direction: 'reverse', type: child }] }),
    output: shown([], [[1, child]]),
    history: (at) => [shown([[3]], [[1, child]])(at), shown([], [[1, child]])(at)],
  },
  {
    input: (at) => ({ all_links: [{ id: at.target(1), direction: 'forward', type: '' }], links: null, parent: null }),
    output: shown([[1]]),
    storedRows: found([1]),
  },
  { input: { all_links: [] }, output: shown([]) },
]

const withoutId = 'Artifact links must have an id'
const withoutType = 'Artifact links "type" must be a string, use empty string for no type'
const forwardLink = (at: ExampleIds) => ({ id: at.target(1), direction: 'forward' })
const linkErrorPrefix = (n: number) => `You tried to create a link to Artifact #${n}, but `

/** docs/api/field-values.md §10. */
export const links: readonly FieldExamples[] = [
  {
    name: 'links',
    before: forwardExample((at) => [{ id: at.target(3) }], [3]),
    accepted: [
      forwardExample((at) => [{ id: at.target(1), type: child }], [1, child]),
      forwardExample((at) => [{ id: `${at.target(1)}` }, { id: at.target(2), type: '' }], [1], [2]),
      forwardExample((at) => [{ id: at.target(1), type: null, uri: 'x', tracker: { id: 1 }, label: 'y' }], [1]),
      forwardExample((at) => [{ id: at.target(1) }, { id: at.target(1), type: child }], [1, child]),
      { input: { links: [] }, output: shown([]) },
      ...parentExamples,
      ...allLinksExamples,
    ],
    rejected: [
      { input: {}, message: '"links" and/or "parent" or "all_links" key must be defined' },
      { input: { links: null }, on: 'POST', message: '"links" and/or "parent" or "all_links" key must be defined' },
      {
        input: { all_links: [], links: [] },
        message: '"all_links" key and "links" key cannot be used at the same time',
      },
      {
        input: { all_links: [], parent: { id: 1 } },
        message: '"all_links" key and "parent" key cannot be used at the same time',
      },
      ...[{}, { id: null }, 'x', null].map((link) => ({ input: { links: [link] }, message: withoutId })),
      { input: { links: 5 }, message: 'Invalid value specified for `values[1][links]`' },
      { input: (at) => ({ all_links: [forwardLink(at)] }), message: withoutType },
      { input: (at) => ({ all_links: [{ ...forwardLink(at), type: null }] }), message: withoutType },
      {
        input: { all_links: [{ id: 0, direction: 'forward', type: '' }] },
        message: 'Invalid value specified for `values[1][all_links][0][id]`. Minimum required value is 1.',
      },
      {
        input: { all_links: [{ direction: 'forward', type: '' }] },
        message: '`values[1][all_links][0][id]` is required.',
      },
      {
        input: { all_links: [{ id: 1, direction: 'up', type: '' }] },
        message: 'Invalid value specified for `values[1][all_links][0][direction]`. Expected one of (forward,reverse).',
      },
      ...[{}, 5, []].map((parent) => ({ input: { parent }, message: "Parent must have an 'id' key" })),
      { input: { parent: { id: 'x' } }, message: "Parent 'id' key must be convertible to an integer" },
      ...[9_999_999, 'x', -1, 1.5].map((id) => ({
        input: { links: [{ id }] },
        problem: `Label of links: ${id} is not an artifact id.`,
      })),
      {
        input: ({ others }) => ({ links: [{ id: others.unseen }] }),
        problem: ({ others }) => `Label of links: ${others.unseen} is not an artifact id.`,
      },
      {
        input: ({ others }) => ({ links: [{ id: others.inDeletedTracker }] }),
        problem: ({ others }) => `Label of links : artifact #${others.inDeletedTracker} does not exist.`,
      },
      {
        input: ({ others }) => ({ links: [{ id: others.inSuspendedProject }] }),
        problem: ({ others }) => `The artifact #${others.inSuspendedProject} is not located in an active project.`,
      },
      {
        input: (at) => ({ links: [{ id: at.target(1), type: '_unknown' }] }),
        problem: (at) => `Type is missing for artifact #${at.target(1)}.`,
      },
      {
        input: (at) => ({ links: [{ id: at.target(1), type: 'switched_off' }] }),
        problem: (at) =>
          `The artifact link type "switched_off" is disabled and cannot be used to link artifact #${at.target(1)}`,
      },
      {
        input: (at) => ({ links: [{ id: at.target(1), type: '_reserved' }] }),
        problem: (at) => `The artifact link type "_reserved" cannot be used to link artifact #${at.target(1)} manually`,
      },
      {
        on: 'PUT',
        input: ({ artifact }) => ({ links: [{ id: artifact.id }] }),
        problem: ({ artifact }) => `Label of links: #${artifact.id} cannot be linked to itself.`,
      },
      ...[(_: ExampleIds) => 9_999_999, ({ others }: ExampleIds) => others.unseen].map((one) => ({
        input: (at: ExampleIds) => ({ all_links: [{ id: one(at), direction: 'reverse', type: '' }] }),
        i18nMessage: (at: ExampleIds) => `${linkErrorPrefix(one(at))}it could not be found.`,
      })),
      {
        input: ({ others }) => ({ all_links: [{ id: others.withoutLinks, direction: 'reverse', type: '' }] }),
        i18nMessage: ({ others }) =>
          `${linkErrorPrefix(others.withoutLinks)}there is no artifact links field in its tracker.`,
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
