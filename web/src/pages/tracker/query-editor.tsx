import { type KeyboardEventHandler, type ReactNode, type RefObject, useLayoutEffect, useMemo } from 'react'
import { joinClasses } from '../../design/join-classes.ts'
import { useMedia } from '../../design/use-media.ts'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'
import { type CheckedQuery, splitIntoPieces } from './query-check.ts'

interface QueryEditorProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly checked: CheckedQuery
  /** It holds the language, not words. */
  readonly isCode: boolean
  readonly isInvalid: boolean
  readonly messageId: string | undefined
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

/** A text area over a coloured copy of its text. The copy gives it its height; words only show the text area. */
export function QueryEditor(props: QueryEditorProps): ReactNode {
  const { area, text, checked, isCode, isInvalid, messageId, onText, onMove, onFocus, onKeyDown } = props
  const isNarrow = useMedia('(width < 900px)')
  const isCopied = isCode || text.length > maxOnLine || text.includes('\n')
  const pieces = useMemo(() => (isCopied ? splitIntoPieces(text, checked) : []), [isCopied, text, checked])
  // As its `value`, React would also write the text into the document with each key.
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== text) area.current.value = text
  }, [area, text])
  let at = 0
  return (
    <div className={joinClasses(styles.editor, isCode && styles.code)}>
      <div aria-hidden="true" className={styles.copy} style={isCode ? undefined : hidden}>
        {pieces.map(({ text: piece, role, isWrong }) => {
          const from = at
          at += piece.length
          return (
            // A piece that grows stays the same element.
            <span key={from} className={joinClasses(styles[role], isWrong && styles.wrong)}>
              {piece}
            </span>
          )
        })}
        {/* A line that is still empty has its height, too. */}
        {'\u200b'}
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
        placeholder={isNarrow ? texts.tracker.queryHintShort : texts.tracker.queryHint}
        onChange={(event) => onText(event.currentTarget.value)}
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
