import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import type { Field } from '../fields/field-context.tsx'
import { getFieldType } from '../fields/registry.ts'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { texts } from '../texts/texts.ts'
import { EditNotes } from './edit-notes.tsx'
import styles from './editable.module.css'
import { useEditing } from './use-editing.ts'

interface EditableValueProps {
  readonly field: Field
  /** As the API returned it; null: no value. */
  readonly entry: ValueEntry | null
  /** Id of the element that names the field. */
  readonly labelId: string
  /** `title`: large, in the heading of a page. `cell`: in a table. */
  readonly look?: 'row' | 'title' | 'cell'
  /** Replaces the rendering of the value. */
  readonly children?: (entry: ValueEntry | null) => ReactNode
  /** Stands around the value, without the messages about it: these are no part of a heading. */
  readonly wrap?: (value: ReactNode) => ReactNode
}

/** A value as a button that becomes its editor in the same box. Without permission, it is plain text. */
export function EditableValue({ field, entry, labelId, look = 'row', children, wrap }: EditableValueProps): ReactNode {
  const editing = useEditing(field, entry)
  const { editor, currentEntry, open, frozenReason, edit } = editing
  const errorId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const isOpen = editor !== null
  useEffect(() => {
    if (isOpen || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [isOpen])

  const content =
    children?.(currentEntry) ?? (currentEntry === null ? <EmptyValue /> : <Value entry={currentEntry} field={field} />)
  const isPending = edit?.state.kind === 'saving' || edit?.state.kind === 'retrying'
  const openByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    open?.()
  }
  const leave = (event: FocusEvent<HTMLElement>): void => {
    // Another window is no other place on the page.
    if (editor?.kind.shape !== 'line' || !document.hasFocus()) return
    if (event.currentTarget.contains(event.relatedTarget)) return
    editing.commit()
  }
  const value =
    editor !== null ? (
      // biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves all controls inside
      <div className={styles.editor} onBlur={leave}>
        <editor.kind.Editor
          field={field}
          draft={editor.draft}
          onDraft={editing.change}
          isInPlace
          takesFocus={editor.takesFocus}
          isWrapped={look === 'title'}
          onCommit={(draft) => {
            returnsFocus.current = true
            editing.commit(draft)
          }}
          onCancel={() => {
            returnsFocus.current = true
            editing.cancel()
          }}
          labelId={labelId}
          errorId={editor.error === null ? undefined : errorId}
        />
      </div>
    ) : open !== undefined ? (
      <button
        ref={button}
        type="button"
        className={styles.value}
        data-value
        data-edit
        onClick={open}
        onKeyDown={openByKey}
        onPointerEnter={editing.prepare}
        onFocus={editing.prepare}
      >
        {look !== 'title' && <VisuallyHidden>{field.label} </VisuallyHidden>}
        <span className={styles.content}>{content}</span>
        {isPending ? (
          <span className={styles.dot} title={texts.editing.saving} />
        ) : (
          <span className={styles.hint}>
            <Icon name={look === 'title' ? 'edit' : getFieldType(field.type).editIcon} />
          </span>
        )}
      </button>
    ) : (
      <div className={joinClasses(styles.value, styles.fixed)} title={frozenReason} data-value>
        <span className={styles.content}>{content}</span>
        {frozenReason !== undefined && (
          <span className={styles.lock}>
            <Icon name="lock" />
            <span className={styles.reason}>{frozenReason}</span>
          </span>
        )}
      </div>
    )
  return (
    <div className={joinClasses(styles.place, styles[look])} data-field={field.field_id}>
      {wrap ? wrap(value) : value}
      <EditNotes field={field} editing={editing} errorId={errorId} />
    </div>
  )
}
