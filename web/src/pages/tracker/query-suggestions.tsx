import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { StatusMark, stageOf } from '../../artifact/status-mark.tsx'
import { suggestMembers, suggestUsers } from '../../data/suggestions.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { KeyCaps } from '../../design/keys.tsx'
import { locateCharacter } from '../../fields/editors/caret-position.ts'
import { editArea } from '../../fields/editors/edit-area.ts'
import { createUserOption } from '../../fields/editors/list-options.ts'
import { useSearch } from '../../fields/editors/use-search.ts'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'
import {
  applyOption,
  completeQuery,
  type QueryCompletion,
  type QueryOption,
  userValueOption,
} from './query-completion.ts'
import { readQueries } from './query-history.ts'
import { readBar } from './view.ts'

const words = texts.tracker.tql

/** What the editor passes on. */
export interface SuggestionsHandle {
  /** Whether the key is one of the list. */
  onKey(event: KeyboardEvent): boolean
  onText(): void
  /** The caret may be in another place. */
  onMove(): void
  close(): void
}

interface QuerySuggestionsProps {
  readonly handle: RefObject<SuggestionsHandle | null>
  readonly area: RefObject<HTMLTextAreaElement | null>
  /** The list is below it. */
  readonly bar: RefObject<HTMLElement | null>
  readonly tracker: TrackerRepresentation
  readonly user: number | null
  /** The query that ran last. */
  readonly text: string
  /** Grows with each press of the button that opens the list. */
  readonly requests: number
}

type OpenList = (
  | { readonly kind: 'completion'; readonly completion: QueryCompletion }
  | { readonly kind: 'recent'; readonly options: readonly QueryOption[] }
) & {
  /** null: no option is chosen with Enter, which runs the query. */
  readonly active: number | null
}

/** Completes the query at the caret. The keys and the focus stay in the text area. */
export function QuerySuggestions({
  handle,
  area,
  bar,
  tracker,
  user,
  text,
  requests,
}: QuerySuggestionsProps): ReactNode {
  const listId = useId()
  const [list, setList] = useState<OpenList | null>(null)
  const dismissedAt = useRef<number | null>(null)
  const initial = useRef(text)
  const userOptions = useFoundUsers(list, tracker)
  const options =
    list === null ? [] : list.kind === 'recent' ? list.options : [...list.completion.options, ...userOptions]
  const isOpen = list !== null && options.length > 0
  const active = list === null || list.active === null ? null : Math.min(list.active, options.length - 1)

  const complete = (reason: Reason): void => {
    const element = area.current
    const completion = element === null ? undefined : findCompletion(element, reason, tracker, user !== null)
    const isDismissed = reason === 'typed' && completion !== undefined && dismissedAt.current === completion.from
    if (!isDismissed) dismissedAt.current = null
    if (element === null || completion === undefined || isDismissed) setList(null)
    else setList({ kind: 'completion', completion, active: isFirstActive(element.value, reason) ? 0 : null })
  }
  const showRecent = (): void => {
    const queries = readQueries(user, tracker.id)
    const more = { detail: null, isCode: true, value: null }
    if (queries.length === 0) return
    const recent = queries.map((query): QueryOption => ({ id: query, insert: query, label: query, ...more }))
    setList({ kind: 'recent', options: recent, active: 0 })
  }
  const choose = (option: QueryOption): void => {
    const element = area.current
    if (element === null || list === null) return
    setList(null)
    if (list.kind === 'recent') {
      const end = option.insert.length
      editArea(element, { from: 0, to: element.value.length, insert: option.insert, start: end, end })
      setList(null)
      return
    }
    const { from, to, insert, caret } = applyOption(element.value, list.completion, option.insert)
    editArea(element, { from, to, insert, start: caret, end: caret })
    complete('chosen')
  }
  const onKey = (event: KeyboardEvent): boolean => {
    const element = area.current
    if (element === null || event.nativeEvent.isComposing) return false
    if ((event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && event.altKey)) {
      complete('requested')
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    if (!isOpen) {
      if (event.key !== 'ArrowUp' || element.value !== '') return false
      showRecent()
      return true
    }
    const option = active === null ? undefined : options[active]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') {
      dismissedAt.current = list?.kind === 'completion' ? list.completion.from : null
      setList(null)
      return true
    }
    if (step !== 0) {
      const start = active ?? (step === 1 ? -1 : 0)
      setList({ ...list, active: (start + step + options.length) % options.length })
      return true
    }
    if ((event.key === 'Enter' || event.key === 'Tab') && option !== undefined) {
      choose(option)
      return true
    }
    if (event.key === 'Enter') setList(null)
    return false
  }
  // The handlers of the editor call these: a listener of its own would run before React has seen the new text.
  useImperativeHandle(handle, () => ({
    onKey,
    onText: () => complete('typed'),
    onMove: () => {
      if (list !== null) complete('typed')
    },
    close: () => setList(null),
  }))
  const latest = useRef(complete)
  latest.current = complete
  // What was typed while this part was loaded.
  useEffect(() => {
    if (area.current?.value !== initial.current) latest.current('typed')
  }, [area])
  useEffect(() => {
    if (requests > 0) latest.current('requested')
  }, [requests])
  useEffect(() => {
    const element = area.current
    if (element === null) return
    setOrRemove(element, 'aria-controls', isOpen ? listId : null)
    setOrRemove(element, 'aria-activedescendant', isOpen && active !== null ? `${listId}-${active}` : null)
  }, [area, isOpen, active, listId])
  useAnnouncedCount(isOpen ? options.length : 0)
  if (!isOpen) return null
  return (
    <SuggestionList
      {...{ area, bar, listId, options, active, tracker }}
      title={titleOf(list)}
      from={list.kind === 'recent' ? 0 : list.completion.from}
      isOfStatus={list.kind === 'completion' && isStatus(list.completion, tracker)}
      onChoose={choose}
    />
  )
}

/** Why the list opens. */
type Reason = 'typed' | 'chosen' | 'requested'

/** What can be at the caret, unless nothing was begun there. */
function findCompletion(
  element: HTMLTextAreaElement,
  reason: Reason,
  tracker: TrackerRepresentation,
  isSignedIn: boolean,
): QueryCompletion | undefined {
  const { value, selectionStart, selectionEnd } = element
  if (document.activeElement !== element || selectionStart !== selectionEnd) return undefined
  if (reason === 'typed' && value.trim() === '') return undefined
  const completion = completeQuery(value, selectionStart, { tracker, isSignedIn, now: new Date() })
  // At the end of a word, only what continues the word opens the list.
  const isNext = completion?.from === selectionStart && !/[\s(,=<>+-]/.test(value.charAt(selectionStart - 1))
  return isNext && reason === 'typed' ? undefined : completion
}

/** Whether Enter chooses the first option. Otherwise it runs the query, which is valid as it is. */
function isFirstActive(value: string, reason: Reason): boolean {
  const { kind } = readBar(value)
  return reason === 'requested' || kind === 'problem' || (reason === 'chosen' && kind !== 'query')
}

/** Users whom the server finds for the value that is being typed. */
function useFoundUsers(list: OpenList | null, { project }: TrackerRepresentation): readonly QueryOption[] {
  const completion = list?.kind === 'completion' ? list.completion : null
  const userSearch = completion?.userSearch ?? null
  const field = userSearch?.target.field ?? null
  const { options } = useSearch(
    userSearch === null || userSearch.text === ''
      ? undefined
      : async (text, signal) =>
          field !== null && field.bindings.type === 'users'
            ? await suggestUsers(text, project.id, field.field_id, signal)
            : await suggestMembers(text, project.id, signal),
    userSearch?.text ?? '',
  )
  if (completion === null) return []
  const listedTexts = new Set(completion.options.map(({ insert }) => insert))
  return options
    .flatMap((each) => userValueOption(createUserOption(each), completion.isSingle) ?? [])
    .filter(({ insert }) => !listedTexts.has(insert))
}

/** A moment after the last change. */
function useAnnouncedCount(count: number): void {
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => announce(texts.editing.suggestions(count)), 400)
    return () => clearTimeout(timer)
  }, [count])
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function titleOf(list: OpenList): string {
  const { lists } = words
  if (list.kind === 'recent') return lists.recent
  const { title, target } = list.completion
  if (title === 'operators') return lists.operators(target?.name ?? '')
  if (title === 'values') return target === null ? lists.linkTypes : lists.values(target.name)
  return lists[title]
}

const isStatus = ({ title, target }: QueryCompletion, { semantics }: TrackerRepresentation): boolean =>
  title === 'values' && target?.field != null && target.field.field_id === semantics.status?.field_id

interface SuggestionListProps extends Pick<QuerySuggestionsProps, 'area' | 'bar' | 'tracker'> {
  readonly listId: string
  readonly title: string
  readonly options: readonly QueryOption[]
  readonly active: number | null
  /** Place in the text below which the list begins. */
  readonly from: number
  readonly isOfStatus: boolean
  readonly onChoose: (option: QueryOption) => void
}

function SuggestionList(props: SuggestionListProps): ReactNode {
  const { area, bar, tracker, listId, title, options, active, from, isOfStatus, onChoose } = props
  const popover = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [element, text, below] = [popover.current, area.current, bar.current]
    if (element === null || text === null || below === null) return
    const place = (): void => {
      if (!element.matches(':popover-open')) element.showPopover()
      const { left } = locateCharacter(text, from)
      const top = below.getBoundingClientRect().bottom + 2
      const end = window.visualViewport?.height ?? innerHeight
      element.style.setProperty('inset-block-start', `${top}px`)
      element.style.setProperty('max-block-size', `${Math.max(120, Math.min(352, end - top - 8))}px`)
      element.style.setProperty('left', `${Math.max(8, Math.min(left - 8, innerWidth - element.offsetWidth - 8))}px`)
    }
    place()
    addEventListener('resize', place)
    window.visualViewport?.addEventListener('resize', place)
    // The bar grows with its text and its message.
    const growth = new ResizeObserver(place)
    growth.observe(below)
    return () => {
      removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('resize', place)
      growth.disconnect()
    }
  }, [area, bar, from])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is in another place
  useEffect(() => {
    popover.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const onClick = ({ target }: MouseEvent): void => {
    const element = target instanceof Element ? target.closest('[role="option"]') : null
    const option = options.find((_, position) => `${listId}-${position}` === element?.id)
    if (option !== undefined) onChoose(option)
  }
  return (
    <div ref={popover} popover="manual" className={styles.popover}>
      <p className={styles.title}>{title}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area */}
      <div
        role="listbox"
        tabIndex={-1}
        id={listId}
        aria-label={title}
        className={styles.list}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {options.map(({ label, detail, isCode, value }, position) => (
          <Suggestion
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements of an option are those of another one next
            key={position}
            id={`${listId}-${position}`}
            isActive={position === active}
            {...{ label, detail, isCode, value, tracker, isOfStatus }}
          />
        ))}
      </div>
      <p className={styles.keys} aria-hidden="true">
        <span>
          <KeyCaps keys="Enter" /> {words.keys.accept}
        </span>
        <span>
          <KeyCaps keys="Mod+Space" /> {words.keys.list}
        </span>
        <span>
          <KeyCaps keys="Shift+Enter" /> {words.keys.newLine}
        </span>
      </p>
    </div>
  )
}

interface SuggestionProps
  extends Pick<SuggestionListProps, 'tracker' | 'isOfStatus'>,
    Pick<QueryOption, 'label' | 'detail' | 'isCode' | 'value'> {
  readonly id: string
  readonly isActive: boolean
}

/** Not rendered again while it stays the same: each key changes few of the options. */
const Suggestion = memo(
  ({ id, label, detail, isCode, value, isActive, tracker, isOfStatus }: SuggestionProps): ReactNode => (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text area
    <div id={id} role="option" aria-selected={isActive} className={styles.option}>
      <OptionLook {...{ label, isCode, value, tracker, isOfStatus }} />
      {detail !== null && (
        <span className={styles.detail}>{typeof detail === 'string' ? detail : words.meanings[detail.meaning]}</span>
      )}
    </div>
  ),
)

type OptionLookProps = Omit<SuggestionProps, 'id' | 'detail' | 'isActive'>

function OptionLook({ label, isCode, value, tracker, isOfStatus }: OptionLookProps): ReactNode {
  const { status } = tracker.semantics
  const values = tracker.fields.find(({ field_id }) => field_id === status?.field_id)?.values
  const order = Array.isArray(values) ? values.map(({ id }) => Number(id)) : []
  return (
    <>
      {isOfStatus && value !== null ? (
        <StatusMark
          stage={stageOf(Number(value.id), order, new Set(status?.value_ids ?? []))}
          color={value.color ?? null}
        />
      ) : (
        value?.color && <ColorMark color={value.color} />
      )}
      <span className={isCode ? styles.codeLabel : styles.label}>{label}</span>
    </>
  )
}
