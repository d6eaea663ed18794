import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import type { Field } from '../field-context.tsx'
import { Granted } from '../values/granted.tsx'
import { headOf } from './head-of.ts'
import { Picker, type PickerOption } from './picker.tsx'

/** The groups that can see the artifact. None: everyone who can see its tracker. */
export const groups = defineEditor<readonly string[]>({
  shape: 'picker',
  toDraft: (entry) => (entry?.type === 'perm' ? entry.granted_groups_ids : []),
  parse(draft, field) {
    if (draft.length === 0 && field.required) return { isValid: false, message: texts.states.required }
    return {
      isValid: true,
      input: { value: { granted_groups: draft } },
      newEntry: { ...headOf(field, 'perm'), granted_groups: namesOf(draft, field), granted_groups_ids: [...draft] },
    }
  },
  isSame: (a, b) => JSON.stringify(idsOf(a)) === JSON.stringify(idsOf(b)),
  Editor: GroupsEditor,
})

const idsOf = (entry: ValueEntry | null): string[] =>
  entry?.type === 'perm' ? [...entry.granted_groups_ids].sort() : []

const groupsOf = ({ values }: Field) =>
  values !== null && 'ugroup_representations' in values ? values.ugroup_representations : []

const namesOf = (ids: readonly string[], field: Field): string[] =>
  ids.map((id) => groupsOf(field).find((group) => group.id === id)?.short_name ?? id)

function GroupsEditor({ field, draft, onDraft, onCommit, ...rest }: EditorProps<readonly string[]>): ReactNode {
  const options: readonly PickerOption[] = groupsOf(field).map(({ id, label }) => ({ id, label }))
  return (
    <Picker
      {...rest}
      label={field.label}
      options={options}
      selection={options.filter(({ id }) => draft.includes(id))}
      isMultiple
      onChoose={(selection) => onDraft(selection.map(({ id }) => id))}
      onDone={() => onCommit()}
    >
      <Granted groups={namesOf(draft, field)} />
    </Picker>
  )
}
