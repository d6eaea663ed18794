import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import { Items } from '../values/items.tsx'
import { headOf } from './head-of.ts'
import { useUserSearch } from './list.tsx'
import { createItem, createItemOption, hasSameItems, listItems, listOptions } from './list-options.ts'
import { listFromDefault, listFromTexts } from './list-values.ts'
import { Picker, type PickerOption } from './picker.tsx'

/** Several values; new ones can be typed. */
export const openList = defineEditor<readonly PickerOption[]>({
  shape: 'picker',
  toDraft: (entry) => listItems(entry).map(createItemOption),
  parse(draft, field) {
    if (draft.length === 0 && field.required) return { isValid: false, message: texts.states.required }
    const items = draft.map(createItem)
    const bind_value_objects = draft.map((option) => inputOf(option, field.bindings.type))
    const entry = {
      ...headOf(field, 'tbl'),
      values: items,
      bind_value_objects: items,
      bind_value_ids: draft.map(({ label }) => label),
      bind_type: field.bindings.type ?? 'static',
    }
    return { isValid: true, input: { value: { bind_value_objects } }, newEntry: entry as ValueEntry }
  },
  fromDefault: (value, field) => listFromDefault(value, field, 'open'),
  fromTexts: (texts, field) => listFromTexts(texts, field, 'open'),
  isSame: hasSameItems,
  Editor: OpenListEditor,
})

/** An item as the API takes it: by id where it has one, else by its text. */
function inputOf({ id, label, user }: PickerOption, bind: 'static' | 'users' | 'ugroups' | null): object {
  if (bind === 'users') return user?.username ? { username: user.username } : { email: label }
  if (bind === 'ugroups') return isTyped(id) ? { short_name: label } : { id }
  return /^\d+$/.test(id) ? { id: Number(id) } : { label }
}

const typedMark = 'typed '
const isTyped = (id: string): boolean => id.startsWith(typedMark)

function OpenListEditor({ field, draft, onDraft, onCommit, ...rest }: EditorProps<readonly PickerOption[]>): ReactNode {
  const searchUsers = useUserSearch(field)
  const isOfUsers = field.bindings.type === 'users'
  // A comma separates the values where they are stored.
  const optionOf = (text: string): PickerOption | undefined =>
    text.includes(',') || (isOfUsers && !/^\S+@\S+$/.test(text))
      ? undefined
      : { id: `${typedMark}${text}`, label: text }
  return (
    <Picker
      {...rest}
      label={field.label}
      options={listOptions(field)}
      {...(isOfUsers ? { search: searchUsers } : {})}
      hint={field.hint}
      selection={draft}
      isMultiple
      onChoose={onDraft}
      onDone={() => onCommit()}
      {...(field.bindings.type === 'ugroups' ? {} : { optionOf })}
    >
      <Items field={field} of={draft.map(createItem)} />
    </Picker>
  )
}
