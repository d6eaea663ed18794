import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { ArtifactFields } from '../../../artifact/artifact-fields.tsx'
import { EditNotes } from '../../../artifact/edit-notes.tsx'
import { EditorPanel } from '../../../artifact/editor-panel.tsx'
import { StatusControl } from '../../../artifact/status-control.tsx'
import { useEditing } from '../../../artifact/use-editing.ts'
import { type OpenArtifact, useArtifact } from '../../../data/artifacts.ts'
import type { ValueEntry } from '../../../data/trackers.ts'
import { showToast } from '../../../design/toast.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { useFieldContext } from '../../../fields/field-context.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from './cell-editors.module.css'
import type { OpenCell } from './cell-request.ts'

interface CellProps {
  readonly cell: OpenCell
  /** undefined: the list does not have the artifact any more. */
  readonly row: number | undefined
  /** Of the grid. */
  readonly column: number
  /** Saved with the Tab key: the next or previous cell of the row follows. */
  readonly onStep: (by: 1 | -1, frozen: ReadonlyMap<number, string>) => void
  /** Gives the focus back to the cell. */
  readonly onReturn: () => void
  readonly onEnd: () => void
}

interface CellEditorProps extends CellProps {
  readonly tracker: TrackerRepresentation
}

/** The editor of one cell, as soon as the artifact is read with all of its values. */
export function CellEditor({ tracker, ...props }: CellEditorProps): ReactNode {
  const { cell, onEnd } = props
  const { data, error, isPlaceholderData, isFetching, refetch } = useArtifact(String(cell.artifact.id))
  const [isReady, setReady] = useState(false)
  const hasValues = data !== undefined && !isPlaceholderData && data.values !== null
  // What the user sees is what the editor begins with: the list may have a later version than the one in memory.
  const isOlder = hasValues && isBefore(data, cell.artifact.last_modified_date)
  const isRead = useRef(false)
  useEffect(() => {
    if (isReady || !hasValues || isFetching) return
    if (!isOlder || isRead.current) return setReady(true)
    isRead.current = true
    void refetch()
  }, [isReady, hasValues, isOlder, isFetching, refetch])
  const failure = hasValues ? null : error
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure
  useEffect(() => {
    if (failure === null) return
    showToast(failure.message, 'negative')
    onEnd()
  }, [failure])
  if (!isReady || !hasValues || data.values === null) return null
  return (
    <ArtifactFields artifact={data} values={data.values} tracker={tracker}>
      {({ status }, entries) => (
        <CellBox
          {...props}
          entry={entries.get(cell.field.field_id) ?? null}
          artifact={data}
          isStatus={status?.field.field_id === cell.field.field_id}
        />
      )}
    </ArtifactFields>
  )
}

const isBefore = ({ last_modified_date }: OpenArtifact, date: string): boolean =>
  Date.parse(last_modified_date) < Date.parse(date)

interface CellBoxProps extends CellProps {
  readonly artifact: OpenArtifact
  readonly entry: ValueEntry | null
  readonly isStatus: boolean
}

const controls = ':is(button, input, select, textarea):not([tabindex="-1"])'

function CellBox(props: CellBoxProps): ReactNode {
  const { cell, row, column, artifact, entry, isStatus, onStep, onReturn, onEnd } = props
  const { field, request } = cell
  const { frozen, tracker } = useFieldContext()
  const editing = useEditing(field, entry)
  const { editor, edit, frozenReason } = editing
  const [labelId, errorId] = [useId(), useId()]
  const box = useRef<HTMLElement>(null)
  const step = useRef<1 | -1 | 0>(0)
  const isListOpen = useRef(isStatus)
  const [opening, setOpening] = useState(0)
  const [, renderAgain] = useState(0)
  const isOpen = editor !== null || isListOpen.current
  const state = edit?.state.kind
  const hasMessage = state === 'refused' || state === 'conflict' || state === 'retrying'
  const isShown = isOpen || hasMessage
  const hasBegun = useRef(false)

  const focusFirst = (): void => box.current?.querySelector<HTMLElement>(controls)?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (editing.open === undefined) {
      showToast(frozenReason ?? texts.tracker.fixedCell(field.label), 'negative')
      onEnd()
    } else if (isStatus) {
      // At first it opens by itself.
      isListOpen.current = true
      if (hasBegun.current) setOpening((n) => n + 1)
    } else if (editor !== null || state === 'conflict') focusFirst()
    else if (state === 'refused') editing.editAgain()
    else if (editing.hasDraft) editing.continueDraft()
    else editing.open()
  }, [request])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was opened or closed, or its edit has ended
  useEffect(() => {
    if (isOpen) {
      hasBegun.current = true
      // The editor of a refused value: its cell had the focus.
      if (editor?.error != null && isAtCell(document.activeElement, row, column)) focusFirst()
      return
    }
    if (!hasBegun.current) return
    const by = step.current
    step.current = 0
    const { activeElement } = document
    if (by !== 0) onStep(by, frozen)
    else if (activeElement === document.body || box.current?.contains(activeElement)) onReturn()
    if (edit === undefined) onEnd()
  }, [isOpen, isShown, edit === undefined])

  useLayoutEffect(() => {
    if (box.current !== null && isShown) placeBox(box.current, row, column)
  })
  useLayoutEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown])

  const leave = (event: FocusEvent<HTMLElement>): void => {
    // Another window is no other place on the page.
    if (editor?.kind.shape !== 'line' || !document.hasFocus()) return
    if (event.currentTarget.contains(event.relatedTarget)) return
    step.current = 0
    editing.commit()
  }
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key, shiftKey } = event
    step.current = 0
    // Popovers have their own keys.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return
    if (key === 'Escape' && !event.defaultPrevented && !isOpen) {
      event.preventDefault()
      onReturn()
    }
    if (key !== 'Tab' || editor?.kind.shape !== 'line') return
    const all = [...event.currentTarget.querySelectorAll(controls)]
    if (target !== (shiftKey ? all[0] : all.at(-1))) return
    event.preventDefault()
    step.current = shiftKey ? -1 : 1
    editing.commit()
  }
  const isOfWorkflow = tracker.workflow.field_id === field.field_id
  // A message below may cover the heading of its column.
  const hasLabel = editor?.error != null || editor?.kind.shape === 'block'
  const isLong = editor?.kind.shape === 'block' || hasMessage || isStatus
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form
    <section
      ref={box}
      role="group"
      className={isLong ? styles.long : styles.box}
      aria-label={texts.editing.edit(field.label)}
      hidden={!isShown}
      data-field={field.field_id}
      onKeyDown={keys}
    >
      <span id={labelId}>
        {hasLabel ? <strong>{field.label}</strong> : <VisuallyHidden>{field.label}</VisuallyHidden>}
      </span>
      {isStatus ? (
        // It opens when it appears.
        <StatusControl
          key={opening}
          field={field}
          entry={entry}
          transitions={isOfWorkflow ? (artifact.allowed_transitions ?? undefined) : undefined}
          opensAtOnce
          onOpenChange={(isListOpenNow) => {
            isListOpen.current = isListOpenNow
            renderAgain((n) => n + 1)
          }}
        />
      ) : (
        <>
          {editor?.kind.shape === 'block' ? (
            <EditorPanel field={field} editing={editing} labelId={labelId} errorId={errorId} />
          ) : (
            editor !== null && (
              // biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves all controls inside
              <div onBlur={leave}>
                <editor.kind.Editor
                  field={field}
                  draft={editor.draft}
                  onDraft={editing.change}
                  isInPlace
                  takesFocus={editor.takesFocus}
                  onCommit={editing.commit}
                  onCancel={editing.cancel}
                  labelId={labelId}
                  errorId={editor.error === null ? undefined : errorId}
                />
              </div>
            )
          )}
          <EditNotes field={field} editing={editing} errorId={errorId} />
        </>
      )}
    </section>
  )
}

const isAtCell = (element: Element | null, row: number | undefined, column: number): boolean =>
  element?.matches(`[data-row="${row}"] [data-cell="${column}"]`) === true

/** Puts a box over its cell: below the heading of the column, in the line of the row. */
function placeBox(box: HTMLElement, row: number | undefined, column: number): void {
  const { style, parentElement: scroller } = box
  const heading = scroller?.querySelector<HTMLElement>(`thead [data-cell="${column}"]`)?.closest('th')
  if (scroller === null || heading == null) return
  const start = heading.getBoundingClientRect().left - scroller.getBoundingClientRect().left + scroller.scrollLeft
  style.minInlineSize = `${heading.offsetWidth}px`
  style.insetInlineStart = `${Math.max(0, Math.min(start, scroller.scrollWidth - box.offsetWidth))}px`
  // Without a row it stays where it was.
  if (row !== undefined) style.insetBlockStart = `calc(${heading.offsetHeight}px + ${row} * var(--row-height))`
}
