import { defineEditor } from '../editor.ts'
import { ListEditor, parseChoice } from './list.tsx'
import { createItemOption, hasSameItems, listItems } from './list-options.ts'
import { listForCopy, listFromDefault, listFromTexts } from './list-values.ts'
import type { PickerOption } from './picker.tsx'

/** Several of several values. */
export const choices = defineEditor<readonly PickerOption[]>({
  shape: 'picker',
  toDraft: (entry) => listItems(entry).map(createItemOption),
  parse: parseChoice,
  fromDefault: (value, field) => listFromDefault(value, field, 'several'),
  fromTexts: (texts, field) => listFromTexts(texts, field, 'several'),
  forCopy: (entry, field) => listForCopy(entry, field, 'several'),
  isSame: hasSameItems,
  Editor: (props) => <ListEditor {...props} isMultiple />,
})
