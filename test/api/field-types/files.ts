import type { Example, ExampleIds, FieldExamples } from '../../kit/wire-field-examples.ts'

/** The FILE representation of docs/api/field-values.md §9 for the uploads of these tests. */
const fileDescription = (at: ExampleIds, name: string) => {
  const id = at.file(name)
  return {
    id,
    submitted_by: at.users.alice,
    description: 'night shot',
    name: 'crane 1.png',
    size: 5,
    type: 'image/png',
    html_url: `/plugins/tracker/attachments/${id}-crane%201.png`,
    html_preview_url: `/plugins/tracker/attachments/preview/${id}-crane%201.png`,
    uri: `artifact_files/${id}`,
  }
}
const attachExample = (input: (at: ExampleIds) => readonly unknown[], ...names: readonly string[]): Example => ({
  input: (at) => ({ value: input(at) }),
  output: (at) => ({ file_descriptions: names.map((name) => fileDescription(at, name)) }),
  storedRows: (at) => ({ file: names.map((name) => at.file(name)) }),
})
const formatError = ({ field }: ExampleIds): string =>
  `Invalid format for file field "${field}".  Correct format is {"field_id" : 425, "value" : [457, 258]}`

/** docs/api/field-values.md §9, docs/api/attachments.md §6.6. */
export const files: readonly FieldExamples[] = [
  {
    name: 'files',
    before: attachExample((at) => [at.file('old')], 'old'),
    accepted: [
      attachExample((at) => [at.file('new')], 'new'),
      attachExample((at) => [`${at.file('new')}`], 'new'),
      attachExample((at) => [at.file('new'), at.file('new')], 'new'),
      attachExample((at) => [at.file('old'), at.file('new')], 'old', 'new'),
      // New files are added after the existing ones.
      { ...attachExample((at) => [at.file('new'), at.file('old')], 'old', 'new'), on: 'PUT' },
      { on: 'PUT', input: { value: [] }, output: { file_descriptions: [] } },
    ],
    rejected: [
      ...[{}, { value: '' }, { value: 5 }, { value: { id: 5 } }].map((input) => ({ input, message: formatError })),
      { input: { value: null }, on: 'POST', message: formatError },
      ...[9_999_999, 'x', -1, 1.5].map((id) => ({
        input: { value: [id] },
        status: 404 as const,
        message: `File #${id} not found`,
      })),
      ...(['fileOfBob', 'halfFile', 'fileOfAnotherField'] as const).map((kind) => ({
        input: ({ others }: ExampleIds) => ({ value: [others[kind]] }),
        status: 404 as const,
        message: ({ others }: ExampleIds) => `File #${others[kind]} not found`,
      })),
      {
        input: (at) => ({ value: [at.file('new'), at.others.attachedFile] }),
        status: 409,
        message: ({ others, target }) => `File #${others.attachedFile} is already linked to artifact #${target(1)}`,
      },
    ],
    untouched: [{ value: null }, (at) => ({ value: [`${at.file('old')}`] })],
    empty: [{ value: [] }],
  },
]
