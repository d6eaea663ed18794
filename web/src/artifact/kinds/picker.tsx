import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { ColorMark } from '../../design/badge.tsx'
import { focusableScroller } from '../../design/focusable-scroller.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import type { EditorProps } from '../kind.ts'
import { fold } from './fold.ts'
import { createWordMatcher } from './matches-words.ts'
import styles from './picker.module.css'
import { useSearch } from './use-search.ts'

const words = texts.editing

/** One of the values that can be chosen. */
export interface PickerOption {
  readonly id: string
  readonly label: string
  /** Small, at the end: a login, a number. */
  readonly detail?: string
  readonly color?: string | null
  /** undefined: it is no user. null: it is the choice of no user. */
  readonly user?: {
    readonly display_name: string
    readonly real_name: string | null
    readonly username: string | null
  } | null
}

interface PickerProps
  extends Pick<EditorProps<unknown>, 'isInPlace' | 'takesFocus' | 'labelId' | 'errorId' | 'onCancel'> {
  /** Name of the box, unless its content is the name. */
  readonly label?: string
  readonly options: readonly PickerOption[]
  /** Finds options that are not in the list. */
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>
  readonly chosen: readonly PickerOption[]
  readonly isMultiple: boolean
  /** The new choice; of a single one, it is saved at once. */
  onChoose(chosen: readonly PickerOption[]): void
  /** Multiple: the list was closed with a choice to save. */
  onDone(): void
  /** An option for a typed text that matches no option exactly. */
  readonly optionOf?: (text: string) => PickerOption | undefined
  readonly hint?: string
  /** What the box shows. */
  readonly children: ReactNode
}

/** More are found by typing; fewer are shown while one types, because each key renders them. */
const maxShown = 100
const maxFound = 10

/** One list to choose from, for values, users and groups: type to filter, arrows, Enter. */
export function Picker(props: PickerProps): ReactNode {
  const { isInPlace, takesFocus, labelId, errorId, onCancel, onDone, isMultiple, label, children } = props
  const box = useRef<HTMLButtonElement>(null)
  const isCancelled = useRef(false)
  const [isOpen, setOpen] = useState(isInPlace && takesFocus)
  const close = (): void => {
    setOpen(false)
    if (isInPlace && (isCancelled.current || !isMultiple)) onCancel()
    else if (isInPlace) onDone()
    isCancelled.current = false
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // The search field would only empty itself.
      event.stopPropagation()
      isCancelled.current = true
      close()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) close()
  }
  return (
    <>
      <Button
        ref={box}
        className={joinClasses(styles.box, !isInPlace && styles.inForm)}
        data-open={isOpen || undefined}
        aria-describedby={errorId}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        {label !== undefined && <VisuallyHidden>{label} </VisuallyHidden>}
        <span className={styles.chosen}>{children}</span>
        <Icon name="chevron-down" />
      </Button>
      <Popover
        triggerRef={box}
        isOpen={isOpen}
        onOpenChange={(open) => (open ? setOpen(true) : close())}
        placement="bottom start"
        offset={4}
        className={styles.popover}
      >
        <div onKeyDownCapture={onKey}>
          <Dialog aria-labelledby={labelId} className={styles.dialog}>
            <PickerList {...props} onClose={close} />
          </Dialog>
        </div>
      </Popover>
    </>
  )
}

interface PickerPopoverProps extends ListProps {
  /** The button that opens it. */
  readonly trigger: RefObject<HTMLElement | null>
}

/** The same list below another button, while it is open. */
export const PickerPopover = ({ trigger, ...props }: PickerPopoverProps): ReactNode => (
  <Popover
    triggerRef={trigger}
    isOpen
    onOpenChange={(isOpen) => !isOpen && props.onClose()}
    placement="bottom start"
    offset={4}
    className={styles.popover}
  >
    <div
      onKeyDownCapture={(event) => {
        // The search field would only empty itself.
        if (event.key === 'Escape') event.stopPropagation()
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <Dialog aria-labelledby={props.labelId} className={styles.dialog}>
        <PickerList {...props} />
      </Dialog>
    </div>
  </Popover>
)

const folded = new WeakMap<PickerOption, readonly string[]>()

/** The texts by which an option is found, folded once, because each key looks through all options. */
function foldTexts(option: PickerOption): readonly string[] {
  const known = folded.get(option) ?? [fold(option.label), fold(option.detail ?? '')]
  folded.set(option, known)
  return known
}

type ListProps = Pick<
  PickerProps,
  'options' | 'search' | 'chosen' | 'isMultiple' | 'onChoose' | 'optionOf' | 'hint' | 'labelId'
> & { readonly onClose: () => void }

function PickerList({
  options,
  search,
  chosen,
  isMultiple,
  onChoose,
  onClose,
  optionOf,
  hint,
  labelId,
}: ListProps): ReactNode {
  const [text, setText] = useState('')
  const found = useSearch(search, text.trim())
  const typed = text.trim()
  const matches = createWordMatcher(typed)
  const listed = options.filter((option) => matches(foldTexts(option)))
  const ids = new Set(found.options.length === 0 ? [] : listed.map(({ id }) => id))
  const all = found.options.length === 0 ? listed : [...listed, ...found.options.filter(({ id }) => !ids.has(id))]
  const newOption = typed !== '' && !all.some(({ label }) => label === typed) ? optionOf?.(typed) : undefined
  const shown = all.slice(0, typed === '' ? maxShown : maxFound)
  const items = newOption === undefined ? shown : [...shown, newOption]
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const choose = (keys: ReadonlySet<unknown>): void => {
    const [before, after] = [[...chosenIds], [...keys].map(String)]
    const added = items.filter(({ id }) => after.includes(id) && !chosenIds.has(id))
    setText('')
    if (isMultiple) {
      onChoose([...chosen.filter(({ id }) => after.includes(id)), ...added])
      return
    }
    // Choosing the same value once more takes it off the list of keys.
    const [option] = added.length > 0 ? added : chosen.filter(({ id }) => before.includes(id))
    if (option !== undefined) onChoose([option])
    onClose()
  }
  return (
    <>
      {isMultiple && chosen.length > 0 && (
        <ul className={styles.tokens} aria-label={words.chosen}>
          {chosen.map((each) => (
            <li key={each.id}>
              <span>{each.label}</span>
              <Button
                aria-label={words.remove(each.label)}
                className={styles.remove}
                onPress={() => onChoose(chosen.filter(({ id }) => id !== each.id))}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField autoFocus aria-label={words.search} className={styles.search}>
          <Icon name="search" />
          <Input
            placeholder={hint ?? words.search}
            onKeyDown={(event) => {
              const last = chosen.at(-1)
              if (event.key !== 'Backspace' || text !== '' || !isMultiple || last === undefined) return
              onChoose(chosen.slice(0, -1))
            }}
          />
        </SearchField>
        <ListBox
          ref={focusableScroller}
          className={styles.list}
          aria-labelledby={labelId}
          // An option that stays the same object is not rendered again.
          items={items}
          dependencies={[chosen]}
          renderEmptyState={() => (
            <p className={styles.empty}>{found.isLoading ? texts.states.loading : words.nothingMatches}</p>
          )}
          selectionMode={isMultiple ? 'multiple' : 'single'}
          selectedKeys={chosenIds}
          onSelectionChange={(keys) => keys !== 'all' && choose(keys)}
        >
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option}>
              <OptionLabel option={option} isNew={option === newOption} />
              {option.detail && <span className={styles.detail}>{option.detail}</span>}
              {chosenIds.has(option.id) && <Icon name="check" />}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      {all.length > shown.length && <p className={styles.empty}>{words.moreValues(all.length - shown.length)}</p>}
    </>
  )
}

function OptionLabel({ option, isNew }: { readonly option: PickerOption; readonly isNew: boolean }): ReactNode {
  if (isNew)
    return (
      <span className={styles.label}>
        <Icon name="plus" /> {words.add(option.label)}
      </span>
    )
  if (option.user === null)
    return (
      <span className={styles.label}>
        <span className={styles.noUser} /> {option.label}
      </span>
    )
  if (option.user !== undefined)
    return (
      <span className={styles.label}>
        <UserBadge user={option.user} />
      </span>
    )
  return (
    <span className={styles.label}>
      {option.color !== undefined && <ColorMark color={option.color} />} {option.label}
    </span>
  )
}
