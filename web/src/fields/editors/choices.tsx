import { defineEditor } from '../editor.ts'
import { ListEditor, parseChoice } from './list.tsx'
import { createItemOption, hasSameItems, listItems } from './list-options.ts'
import type { PickerOption } from './picker.tsx'

/** Several of several values. */
export const choices = defineEditor<readonly PickerOption[]>({
  shape: 'picker',
  toDraft: (entry) => listItems(entry).map(createItemOption),
  parse: parseChoice,
  isSame: hasSameItems,
  Editor: (props) => <ListEditor {...props} isMultiple />,
})
