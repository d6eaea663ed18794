import { type KeyboardEventHandler, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { joinClasses } from '../../design/join-classes.ts'
import { useContainedHeight } from '../../design/use-contained-height.ts'
import { useMedia } from '../../design/use-media.ts'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'
import { type CheckedQuery, splitIntoPieces } from './query-check.ts'
import { editCopy, showPieces } from './query-copy.ts'

interface QueryEditorProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly checked: CheckedQuery
  /** A condition of this tracker, for the hint; null: there is none. */
  readonly example: string | null
  /** It holds the language, not words. */
  readonly isCode: boolean
  readonly isInvalid: boolean
  readonly messageId: string | undefined
  /** It is called for each key: the copy has the text, everything else follows after the frame that shows it. */
  readonly onText: (text: string) => void
  /** The caret may be in another place. */
  readonly onMove: () => void
  readonly onFocus: (hasFocus: boolean) => void
  readonly onKeyDown: KeyboardEventHandler
}

/** Words that fit on the line of a phone need no copy of them, which the browser would lay out with each key. */
const maxOnLine = 16

/** Either the copy or the text area shows the text. */
const [hidden, transparent] = [{ visibility: 'hidden' }, { WebkitTextFillColor: 'transparent' }] as const

/**
 * A text area over a coloured copy of its text. The copy gives it its height; words only show the text area. A key changes
 * the copy without React, because its colours, completion and errors come later.
 */
export function QueryEditor(props: QueryEditorProps): ReactNode {
  const { area, text, checked, example, isCode, isInvalid, messageId, onText, onMove, onFocus, onKeyDown } = props
  const isNarrow = useMedia('(width < 900px)')
  const isCopied = isCode || text.length > maxOnLine || text.includes('\n')
  const pieces = useMemo(() => (isCopied ? splitIntoPieces(text, checked) : []), [isCopied, text, checked])
  const room = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  useContainedHeight(room, copy)
  useLayoutEffect(() => {
    if (copy.current !== null) showPieces(copy.current, pieces)
  }, [pieces])
  // As its `value`, React would also write the text into the document with each key.
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== text) area.current.value = text
  }, [area, text])
  // The browser computes the style of a hint with each key, also where text covers it.
  const hint = text !== '' ? undefined : isNarrow ? texts.tracker.queryHintShort : texts.tracker.queryHint(example)
  return (
    <div className={joinClasses(styles.editor, isCode && styles.code)}>
      <div ref={room} aria-hidden="true" className={styles.room} style={isCode ? undefined : hidden}>
        <div ref={copy} className={styles.copy}>
          {'\u200b'}
        </div>
      </div>
      <textarea
        ref={area}
        name="q"
        rows={1}
        style={isCode ? transparent : undefined}
        aria-label={texts.tracker.query}
        aria-invalid={isInvalid || undefined}
        aria-describedby={messageId}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        placeholder={hint}
        onChange={({ currentTarget: { value } }) => {
          if (isCopied && copy.current !== null) editCopy(copy.current, value)
          onText(value)
        }}
        onClick={onMove}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="search"
      />
    </div>
  )
}
