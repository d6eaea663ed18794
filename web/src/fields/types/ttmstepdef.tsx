import type { EntryOf, FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'
import { EmptyValue } from '../values/empty-value.tsx'
import { Steps } from '../values/steps.tsx'

type Step = EntryOf<'ttmstepdef'>['value'][number]

export const ttmstepdef: FieldType<EntryOf<'ttmstepdef'>> = {
  ...editableField,
  section: 'texts',
  renderValue: ({ entry }) => (entry.value.length === 0 ? <EmptyValue /> : <Steps steps={entry.value} />),
  // A table of each version would be longer than the page.
  differences: { isByLine: true, source: ({ value }) => (value as readonly Step[]).map(describeStep).join('') },
  column: 'none',
  loadEditor: () => import('../editors/steps.tsx').then((file) => file.steps),
  isWide: true,
  isBulkEditable: false,
}

const describeStep = ({ rank, description, expected_results }: Step): string =>
  `${rank}. ${[description, expected_results].filter((text) => text !== '').join(' → ')}\n`
