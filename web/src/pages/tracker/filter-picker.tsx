import { type ReactNode, type RefObject, useId } from 'react'
import { listOptions } from '../../fields/editors/list-options.ts'
import { type PickerOption, PickerPopover } from '../../fields/editors/picker.tsx'
import { texts } from '../../texts/texts.ts'
import { findUsers } from './filter-users.ts'
import { type Field, holdsUsers } from './view.ts'

interface FilterPickerProps {
  readonly project: number
  readonly field: Field
  readonly trigger: RefObject<HTMLElement | null>
  readonly options: readonly PickerOption[]
  readonly selection: readonly PickerOption[]
  readonly isSignedIn: boolean
  readonly onChange: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** Values of a filter among many: type to find them. */
export function FilterPicker(props: FilterPickerProps): ReactNode {
  const { project, field, trigger, options, selection, isSignedIn, onChange, onClose } = props
  const id = useId()
  // The tracker lists the members of small groups itself.
  const canSearch = isSignedIn && holdsUsers(field) && listOptions(field).length === 0
  return (
    <>
      <span id={id} hidden>
        {field.label}
      </span>
      <PickerPopover
        trigger={trigger}
        labelId={id}
        options={options}
        {...(canSearch
          ? {
              search: (text: string, signal: AbortSignal) => findUsers(text, field, project, signal),
              hint: texts.editing.searchUsers,
            }
          : {})}
        selection={selection}
        isMultiple
        onChoose={(next) => {
          onChange(next.map((option) => option.id))
          // As with a menu, one choice closes the list; more are added by opening it again.
          if (next.length > selection.length) onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}
