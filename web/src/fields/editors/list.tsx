import type { ReactNode } from 'react'
import { suggestUsers } from '../../data/suggestions.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps, type ParsedDraft } from '../editor.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import { Items } from '../values/items.tsx'
import { headOf } from './head-of.ts'
import {
  createItem,
  createItemOption,
  createNoneOption,
  createUserOption,
  hasSameItems,
  isSearchedByName,
  listAllowedOptions,
  listItems,
  noneId,
} from './list-options.ts'
import { listForCopy, listFromDefault, listFromTexts } from './list-values.ts'
import { Picker, type PickerOption } from './picker.tsx'

/** One of several values. */
export const list = defineEditor<readonly PickerOption[]>({
  shape: 'picker',
  toDraft: (entry) => listItems(entry).map(createItemOption),
  parse: parseChoice,
  fromDefault: (value, field) => listFromDefault(value, field, 'one'),
  fromTexts: (texts, field) => listFromTexts(texts, field, 'one'),
  forCopy: (entry, field) => listForCopy(entry, field, 'one'),
  isSame: hasSameItems,
  Editor: (props) => <ListEditor {...props} isMultiple={false} />,
})

export function parseChoice(draft: readonly PickerOption[], field: Field): ParsedDraft {
  const selection = draft.filter(({ id }) => id !== noneId)
  if (selection.length === 0 && field.required) return { isValid: false, message: texts.states.required }
  const bind_value_ids = selection.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : id))
  const entry = {
    ...headOf(field, field.type),
    values: selection.map(createItem),
    bind_value_ids,
  }
  // The items of a list are never typed values, which only open lists have.
  return { isValid: true, input: { bind_value_ids }, newEntry: entry as ValueEntry }
}

export function ListEditor({
  field,
  draft,
  onDraft,
  onCommit,
  isMultiple,
  ...rest
}: EditorProps<readonly PickerOption[]> & { readonly isMultiple: boolean }): ReactNode {
  const context = useFieldContext()
  const searchUsers = useUserSearch(field)
  const options = listAllowedOptions(field, context)
  const hasNone = !isMultiple && !field.required
  const choose = (selection: readonly PickerOption[]): void => {
    onDraft(selection)
    if (!isMultiple && rest.isInPlace) onCommit(selection)
  }
  return (
    <Picker
      {...rest}
      label={field.label}
      options={hasNone ? [...options, createNoneOption(field)] : options}
      {...(isSearchedByName(field) ? { search: searchUsers } : {})}
      hint={isSearchedByName(field) ? texts.editing.searchUsers : undefined}
      selection={hasNone && draft.length === 0 ? [createNoneOption(field)] : draft}
      isMultiple={isMultiple}
      onChoose={choose}
      onDone={() => onCommit()}
    >
      <Items field={field} of={draft.filter(({ id }) => id !== noneId).map(createItem)} />
    </Picker>
  )
}

/** Finds users that a field offers. */
export const useUserSearch = (
  field: Field,
): ((text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>) => {
  const { project } = useFieldContext()
  return async (text, signal) => (await suggestUsers(text, project, field.field_id, signal)).map(createUserOption)
}
