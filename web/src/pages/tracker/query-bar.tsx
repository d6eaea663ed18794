import { lazy, memo, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { afterInput } from '../../design/after-input.ts'
import { announce } from '../../design/announce.tsx'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { ShortcutKeys } from '../../design/keys.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { editArea } from '../../fields/editors/edit-area.ts'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'
import { type CheckedQuery, checkQuery, type QueryIssue } from './query-check.ts'
import { QueryEditor } from './query-editor.tsx'
import { findQueryExample } from './query-example.ts'
import { keepQuery } from './query-history.ts'
import type { SuggestionsHandle } from './query-suggestions.tsx'

const QuerySuggestions = lazy(() =>
  import('./query-suggestions.tsx').then((file) => ({ default: file.QuerySuggestions })),
)
const loadMessage = () => import('./query-message.tsx')
const QueryMessage = lazy(() => loadMessage().then((file) => ({ default: file.QueryMessage })))
const QueryHelp = lazy(() => import('./query-help.tsx').then((file) => ({ default: file.QueryHelp })))
const QueryBuilder = lazy(() => import('./query-builder.tsx').then((file) => ({ default: file.QueryBuilder })))

const words = texts.tracker
/** The usual limit of a site; its refusal is shown where another one holds. */
const costLimit = 30
/** After the last key. */
const announceDelayMs = 800

type Mode = 'words' | 'language' | 'builder'

interface QueryBarProps {
  readonly tracker: TrackerRepresentation
  readonly user: number | null
  /** The query that ran last. */
  readonly text: string
  readonly onRun: (text: string) => void
  /** The text has an error: rows are those of the last valid query. */
  readonly onWrong: (isWrong: boolean) => void
}

/** One bar for words and TQL, as text or as rows of conditions. An invalid query does not run. */
export function QueryBar({ tracker, user, text, onRun, onWrong }: QueryBarProps): ReactNode {
  const [queryText, setQueryText] = useState(text)
  const [last, setLast] = useState(text)
  if (last !== text) {
    setLast(text)
    setQueryText(text)
  }
  const [chosenMode, setChosenMode] = useState<Mode>('words')
  const [hasFocus, setFocus] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [requests, setRequests] = useState(0)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const suggestions = useRef<SuggestionsHandle>(null)
  const messageId = useId()
  const checked = useMemo(() => checkQuery(queryText, tracker), [queryText, tracker])
  const example = useMemo(() => findQueryExample(tracker), [tracker])
  const isTyping = hasFocus && checked.isIncomplete
  const isWrong = !checked.canRun && !isTyping
  const isQuery = checked.kind === 'query' || checked.kind === 'problem'
  const mode: Mode = chosenMode === 'words' && isQuery ? 'language' : chosenMode
  useEffect(() => onWrong(isWrong), [isWrong, onWrong])
  useAnnouncedIssue(queryText, checked, isWrong)

  const run = (query: string): void => {
    const trimmed = query.trim()
    keepQuery(user, tracker.id, trimmed)
    onRun(trimmed)
  }
  const tryToRun = (): void => {
    const [issue] = checked.issues
    if (checked.canRun) run(queryText)
    else if (issue !== undefined)
      void loadMessage().then(({ describeIssue }) => announce(describeIssue(queryText, issue), 'assertive'))
  }
  const replace = ({ from, to, suggestion }: QueryIssue): void => {
    if (suggestion === null) return
    const end = from + suggestion.length
    if (area.current !== null) editArea(area.current, { from, to, insert: suggestion, start: end, end })
    else setQueryText(queryText.slice(0, from) + suggestion + queryText.slice(to))
  }
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          tryToRun()
        }}
      >
        <div ref={bar} className={styles.bar}>
          <div className={joinClasses(styles.frame, mode === 'builder' ? styles.building : hasFocus && styles.focused)}>
            {mode === 'builder' ? (
              <Suspense fallback={<div className={styles.editor} />}>
                <QueryBuilder
                  tracker={tracker}
                  isSignedIn={user !== null}
                  text={queryText}
                  onText={setQueryText}
                  onEditText={() => setChosenMode('language')}
                />
              </Suspense>
            ) : (
              <>
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.suggest}
                  aria-label={words.tql.suggestions}
                  title={words.tql.suggestions}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => {
                    area.current?.focus()
                    setTouched(true)
                    setRequests(requests + 1)
                  }}
                >
                  <Icon name={mode === 'words' ? 'search' : 'filter'} />
                </button>
                <QueryEditor
                  area={area}
                  text={queryText}
                  checked={checked}
                  example={example}
                  isCode={mode === 'language'}
                  isInvalid={isWrong}
                  messageId={mode === 'words' ? undefined : messageId}
                  onText={(changed) =>
                    afterInput(area, () => {
                      setQueryText(changed)
                      suggestions.current?.onText()
                    })
                  }
                  onMove={() => suggestions.current?.onMove()}
                  onFocus={(isHere) => {
                    setFocus(isHere)
                    if (isHere) setTouched(true)
                    else suggestions.current?.close()
                  }}
                  onKeyDown={(event) => {
                    const isOfList = suggestions.current?.onKey(event) === true
                    const isRun = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
                    if (isOfList || isRun) event.preventDefault()
                    if (isOfList) event.stopPropagation()
                    else if (isRun) tryToRun()
                  }}
                />
              </>
            )}
            <div className={styles.ends}>
              {mode === 'words' && queryText === '' && (
                <span className={styles.shortcut}>
                  <ShortcutKeys id="search" />
                </span>
              )}
              {text !== '' && mode !== 'builder' && (
                <IconButton icon="close" label={words.clear} onPress={() => run('')} />
              )}
              <Modes mode={mode} onChoose={setChosenMode} area={area} />
              {mode !== 'words' && (
                <Button type="submit" kind="primary" isDisabled={!checked.canRun}>
                  {words.run}
                </Button>
              )}
            </div>
          </div>
          {mode !== 'words' && (
            <div className={styles.messages}>
              <div id={messageId} className={styles.message}>
                <Suspense fallback={null}>
                  <QueryMessage text={queryText} checked={checked} isTyping={isTyping} onReplace={replace} />
                </Suspense>
              </div>
              {checked.cost >= (costLimit * 2) / 3 && <Cost cost={checked.cost} />}
              <Button kind="quiet" icon="help" onPress={() => setHelpOpen(true)}>
                {words.tql.help}
              </Button>
            </div>
          )}
        </div>
      </form>
      {isTouched && mode !== 'builder' && (
        <Suspense fallback={null}>
          <QuerySuggestions {...{ area, bar, tracker, user, text, requests }} handle={suggestions} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense fallback={null}>
          <QueryHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}

/** Screen readers get the error once typing pauses. */
function useAnnouncedIssue(text: string, { issues }: CheckedQuery, isWrong: boolean): void {
  const [issue] = issues
  // The same error is announced once, whatever the user types elsewhere in the query.
  const key = isWrong && issue !== undefined ? JSON.stringify(issue) : ''
  const latest = useRef({ text, issue })
  latest.current = { text, issue }
  useEffect(() => {
    if (key === '') return
    const announceIssue = async (): Promise<void> => {
      const { describeIssue } = await loadMessage()
      if (latest.current.issue !== undefined) announce(describeIssue(latest.current.text, latest.current.issue))
    }
    const timer = setTimeout(() => void announceIssue(), announceDelayMs)
    return () => clearTimeout(timer)
  }, [key])
}

function Cost({ cost }: { readonly cost: number }): ReactNode {
  const [before, after] = words.tql.cost('\0', costLimit).split('\0')
  return (
    <span className={styles.cost}>
      {before}
      <strong className={cost > costLimit ? styles.error : styles.caution}>{cost}</strong>
      {after}
    </span>
  )
}

interface ModesProps {
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
  readonly area: { readonly current: HTMLTextAreaElement | null }
}

/** The bar is for words unless one of these is pressed. No key renders them again. */
const Modes = memo(
  ({ mode, onChoose, area }: ModesProps): ReactNode => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div role="group" aria-label={words.tql.modes} className={styles.modes}>
      {mode !== 'words' && (
        <Pressable
          className={styles.mode}
          aria-pressed={mode === 'builder'}
          onPress={() => onChoose(mode === 'builder' ? 'language' : 'builder')}
        >
          {words.tql.builder}
        </Pressable>
      )}
      <Pressable
        className={styles.mode}
        aria-pressed={mode === 'language'}
        onPress={() => {
          onChoose(mode === 'language' ? 'words' : 'language')
          if (mode !== 'language') setTimeout(() => area.current?.focus())
        }}
      >
        {words.tql.language}
      </Pressable>
    </div>
  ),
)
