import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Icon } from '../../design/icon.tsx'
import { ChoiceMenu } from '../../design/menu.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { createNoneOption, listOptions } from '../../fields/editors/list-options.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import { texts } from '../../texts/texts.ts'
import { useNamedUsers } from './filter-users.ts'
import styles from './tracker-page.module.css'
import { type Field, holdsUsers, loginOf, mayBeEmpty, myselfId } from './view.ts'

const FilterPicker = lazy(() => import('./filter-picker.tsx').then((file) => ({ default: file.FilterPicker })))

const words = texts.tracker
/** More values can be searched. */
const maxInMenu = 12

interface FilterChipProps {
  readonly project: number
  readonly field: Field
  /** Ids of the chosen values. */
  readonly values: readonly string[]
  readonly isSignedIn: boolean
  /** Its values are offered as soon as it appears. */
  readonly isOpenAtOnce: boolean
  readonly markOf: ((label: string) => ReactNode) | undefined
  readonly onChange: (values: readonly string[]) => void
  /** The list of values was closed. */
  readonly onClose: () => void
}

/** A field of which some values are chosen. */
export function FilterChip(props: FilterChipProps): ReactNode {
  const { project, field, values, isSignedIn, isOpenAtOnce, markOf, onChange, onClose } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(isOpenAtOnce)
  const options = listFilterOptions(field, isSignedIn)
  const namedUsers = useNamedUsers(
    values.flatMap((id) => loginOf(id) ?? []),
    field,
    project,
  )
  const selection = values.flatMap((id) => options.find((option) => option.id === id) ?? namedUsers.get(id) ?? [])
  const isSearched = holdsUsers(field) || options.length > maxInMenu
  const open = (to: boolean): void => {
    setOpen(to)
    if (!to) onClose()
  }
  const summary = selection.length > 1 ? words.chosenValues(selection.length) : selection[0]?.label
  const trigger = (
    <Pressable
      ref={button}
      className={styles.chip}
      data-selected={summary === undefined ? undefined : true}
      {...(isSearched ? { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onPress: () => open(!isOpen) } : {})}
    >
      {summary === undefined ? (
        <>
          <span className={styles.chipText}>{field.label}</span>
          <Icon name="chevron-down" />
        </>
      ) : (
        <span className={styles.chipText}>
          {words.filterOf(field.label, '')}
          <strong>{summary}</strong>
        </span>
      )}
    </Pressable>
  )
  return (
    <span className={styles.filter}>
      {isSearched ? (
        <>
          {trigger}
          {isOpen && (
            <Suspense fallback={null}>
              <FilterPicker
                project={project}
                field={field}
                trigger={button}
                options={options}
                selection={selection}
                isSignedIn={isSignedIn}
                onChange={onChange}
                onClose={() => open(false)}
              />
            </Suspense>
          )}
        </>
      ) : (
        <ChoiceMenu
          label={field.label}
          isOpen={isOpen}
          onOpenChange={open}
          options={options.map(({ id, label }) => ({ id, label, mark: markOf?.(label) }))}
          selectedIds={values}
          onChange={onChange}
          mustClose
          trigger={trigger}
        />
      )}
      {summary !== undefined && (
        <Pressable
          className={styles.remove}
          aria-label={words.removeFilter(field.label)}
          onPress={() => {
            onChange([])
            button.current?.focus()
          }}
        >
          <Icon name="close" />
        </Pressable>
      )}
    </span>
  )
}

/** What a filter by a field offers without a search. */
function listFilterOptions(field: Field, isSignedIn: boolean): readonly PickerOption[] {
  const offered = listOptions(field)
  const none = createNoneOption(field)
  return [
    ...(holdsUsers(field) && isSignedIn ? [{ id: myselfId, label: words.me }] : []),
    ...(mayBeEmpty(field) && !offered.some(({ id }) => id === none.id) ? [none] : []),
    ...offered,
  ]
}
