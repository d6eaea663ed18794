import { defineKind } from '../kind.ts'
import { ListEditor, parseChoice } from './list.tsx'
import { hasSameItems, itemsOf, optionOfItem } from './list-options.ts'
import type { PickerOption } from './picker.tsx'

/** Several of several values. */
export const choices = defineKind<readonly PickerOption[]>({
  shape: 'picker',
  toDraft: (entry) => itemsOf(entry).map(optionOfItem),
  parse: parseChoice,
  isSame: hasSameItems,
  Editor: (props) => <ListEditor {...props} isMultiple />,
})
