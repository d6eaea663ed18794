import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { afterInput } from '../../design/after-input.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { focusableScroller } from '../../design/focusable-scroller.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { ButtonKeys } from '../../design/keys.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { useActiveOption } from '../../design/use-active-option.ts'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import type { EditorProps } from '../editor.ts'
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
  readonly selection: readonly PickerOption[]
  readonly isMultiple: boolean
  /** The new choice; of a single one, it is saved at once. */
  onChoose(selection: readonly PickerOption[]): void
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
  const cancel = (): void => {
    isCancelled.current = true
    close()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // The search field would only empty itself.
      event.stopPropagation()
      cancel()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) close()
  }
  return (
    <>
      <Pressable
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
      </Pressable>
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
            {isInPlace && isMultiple && (
              <footer className={styles.foot}>
                <Button kind="quiet" onPress={cancel}>
                  {texts.states.cancel}
                </Button>
                <Button kind="primary" onPress={close}>
                  {words.save}
                  <ButtonKeys id="send" />
                </Button>
              </footer>
            )}
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
  const foldedTexts = folded.get(option) ?? [fold(option.label), fold(option.detail ?? '')]
  folded.set(option, foldedTexts)
  return foldedTexts
}

/** The options that the typed text finds. A longer text only looks through those that the shorter one found. */
function useMatches(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const lastMatch = useRef({ options, query: '', result: options })
  const { current: last } = lastMatch
  const matches = createWordMatcher(query)
  const isLonger = last.options === options && query.startsWith(last.query)
  const result = (isLonger ? last.result : options).filter((option) => matches(foldTexts(option)))
  lastMatch.current = { options, query, result }
  return result
}

type ListProps = Pick<
  PickerProps,
  'options' | 'search' | 'selection' | 'isMultiple' | 'onChoose' | 'optionOf' | 'hint' | 'labelId'
> & { readonly onClose: () => void }

function PickerList({
  options,
  search,
  selection,
  isMultiple,
  onChoose,
  onClose,
  optionOf,
  hint,
  labelId,
}: ListProps): ReactNode {
  const [text, setText] = useState('')
  const searchResult = useSearch(search, text.trim())
  const query = text.trim()
  const matches = useMatches(options, query)
  const ids = new Set(searchResult.options.length === 0 ? [] : matches.map(({ id }) => id))
  const all =
    searchResult.options.length === 0 ? matches : [...matches, ...searchResult.options.filter(({ id }) => !ids.has(id))]
  const newOption = query !== '' && !all.some(({ label }) => label === query) ? optionOf?.(query) : undefined
  const visibleOptions = all.slice(0, query === '' ? maxShown : maxFound)
  const items = newOption === undefined ? visibleOptions : [...visibleOptions, newOption]
  const chosenIds = new Set(selection.map(({ id }) => id))
  const listId = useId()
  const elementIdOf = (id: string): string => `${listId}-${encodeURIComponent(id)}`
  const line = useActiveOption(
    items.map(({ id }) => id),
    query !== '',
    elementIdOf,
  )
  const input = useRef<HTMLInputElement>(null)
  // The input itself has the text: the list follows after the frame that shows the key.
  const changeText = (changed: string): void =>
    afterInput(input, () => {
      setText(changed)
      line.reset()
    })
  const without = (option: PickerOption): PickerOption[] => selection.filter(({ id }) => id !== option.id)
  const choose = (option: PickerOption): void => {
    setText('')
    if (input.current !== null) input.current.value = ''
    if (!isMultiple) onChoose([option])
    else if (chosenIds.has(option.id)) onChoose(without(option))
    else onChoose([...selection, option])
    if (!isMultiple) onClose()
  }
  // The button that was pressed disappears and its focus with it: keys that follow at once would be lost.
  const removeToken = (option: PickerOption): void => {
    input.current?.focus()
    onChoose(without(option))
  }
  const onClick = ({ target }: MouseEvent): void => {
    const element = target instanceof Element ? target.closest('[role="option"]') : null
    const option = items.find(({ id }) => elementIdOf(id) === element?.id)
    if (option !== undefined) choose(option)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const last = selection.at(-1)
    if (event.key === 'Backspace' && text === '' && isMultiple && last !== undefined) onChoose(selection.slice(0, -1))
    else if (line.onKey(event)) event.preventDefault()
  }
  return (
    <>
      {isMultiple && selection.length > 0 && (
        <ul className={styles.tokens} aria-label={words.chosenValues}>
          {selection.map((each) => (
            <li key={each.id}>
              <span>{each.label}</span>
              <Pressable
                aria-label={words.remove(each.label)}
                className={styles.remove}
                onPress={() => removeToken(each)}
              >
                <Icon name="close" />
              </Pressable>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.search}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the dialog opens to type in it
          autoFocus
          aria-label={words.search}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={line.active === null ? undefined : elementIdOf(line.active)}
          autoComplete="off"
          spellCheck={false}
          // The browser computes the style of a placeholder with each key, also where text covers it.
          placeholder={text === '' ? (hint ?? words.search) : undefined}
          defaultValue=""
          onChange={(event) => changeText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the focus and the keys are those of the input */}
      <div
        ref={focusableScroller}
        role="listbox"
        id={listId}
        aria-labelledby={labelId}
        aria-multiselectable={isMultiple || undefined}
        className={styles.list}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {items.map((option, place) => (
          <PickerItem
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements of an option are those of another one next
            key={place}
            elementId={elementIdOf(option.id)}
            option={option}
            isActive={option.id === line.active}
            isChosen={chosenIds.has(option.id)}
            isNew={option === newOption}
          />
        ))}
      </div>
      {items.length === 0 && (
        <p className={styles.empty}>{searchResult.isLoading ? texts.states.loading : words.nothingMatches}</p>
      )}
      {all.length > visibleOptions.length && (
        <p className={styles.empty}>{words.moreValues(all.length - visibleOptions.length)}</p>
      )}
    </>
  )
}

interface PickerItemProps {
  readonly elementId: string
  readonly option: PickerOption
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly isNew: boolean
}

/** Not rendered again while it stays the same: each key changes few of the options. */
const PickerItem = memo(({ elementId, option, isActive, isChosen, isNew }: PickerItemProps) => (
  <div
    id={elementId}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    data-focused={isActive || undefined}
    className={styles.option}
  >
    <OptionLabel option={option} isNew={isNew} />
    {option.detail && <span className={styles.detail}>{option.detail}</span>}
    {isChosen && <Icon name="check" />}
  </div>
))

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
