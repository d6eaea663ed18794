import { listItems } from './editors/list-options.ts'
import type { FieldType } from './field-type.ts'
import { editableField } from './traits.ts'
import { Items } from './values/items.tsx'
import { ItemsLine } from './values/items-line.tsx'

/** A field with values of a list. */
export const listField: FieldType = {
  ...editableField,
  renderValue: ({ entry, field }) => <Items field={field} of={listItems(entry)} />,
  renderLine: ({ entry }) => <ItemsLine of={listItems(entry)} />,
  isEmpty: (entry) => listItems(entry).length === 0,
  comparison: 'list',
  editIcon: 'chevron-down',
}
