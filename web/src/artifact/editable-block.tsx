import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { useFocusGroup } from '../design/use-focus-group.ts'
import type { Field } from '../fields/field-context.tsx'
import { isEmptyEntry } from '../fields/registry.ts'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { texts } from '../texts/texts.ts'
import { AddedFiles } from './added-files.tsx'
import { EditNotes } from './edit-notes.tsx'
import styles from './editable.module.css'
import { EditorPanel } from './editor-panel.tsx'
import { useEditing } from './use-editing.ts'

const words = texts.editing

/** Its controls, except those of its editor and of messages. */
const items = ':is(a[href], button):not([data-panel] *, [role="alert"] *)'
const noGroup: RefObject<HTMLElement | null> = { current: null }

interface EditableBlockProps {
  readonly field: Field
  readonly entry: ValueEntry | null
  /** Stands next to the heading: a number. */
  readonly count?: number
  /** In the side, with a smaller heading. */
  readonly isSmall?: boolean
  /** Other controls of the value, at the end of the group. */
  readonly children?: ReactNode
}

const firstControl = '[data-panel] :is(input:not([type=file]), textarea, select, button)'

/** A long value under its heading, with an editor that has its own buttons. */
export function EditableBlock({ field, entry, count, isSmall, children }: EditableBlockProps): ReactNode {
  const editing = useEditing(field, entry)
  const { editor, currentEntry, open, frozenReason, edit } = editing
  const [labelId, errorId] = [useId(), useId()]
  const block = useRef<HTMLElement>(null)
  useFocusGroup(isSmall ? block : noGroup, { items, direction: 'vertical' })
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const isOpen = editor !== null
  const takesFocus = editor?.takesFocus === true
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus({ preventScroll: true })
    // The button that had the focus is gone, and lists of links and files have no field that takes it.
    if (isOpen && takesFocus && block.current?.contains(document.activeElement) === false)
      block.current.querySelector<HTMLElement>(firstControl)?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, takesFocus])
  const isPending = edit?.state.kind === 'saving' || edit?.state.kind === 'retrying'
  return (
    <section
      ref={block}
      className={joinClasses(styles.block, isSmall && styles.small)}
      aria-labelledby={labelId}
      data-field={field.field_id}
      data-section={field.type}
    >
      <header>
        <h2 id={labelId} title={field.description || undefined}>
          {field.label}
        </h2>
        {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        {isPending && <span className={styles.dot} title={words.saving} />}
        {open !== undefined && !isOpen && (
          <button
            ref={button}
            type="button"
            className={styles.pencil}
            data-edit
            aria-label={words.edit(field.label)}
            onClick={open}
            onPointerEnter={editing.prepare}
            onFocus={editing.prepare}
          >
            <Icon name="edit" />
          </button>
        )}
        {frozenReason !== undefined && (
          <span className={styles.lock} title={frozenReason}>
            <Icon name="lock" />
            <span className={styles.reason}>{frozenReason}</span>
          </span>
        )}
      </header>
      {editor !== null ? (
        <EditorPanel field={field} editing={editing} labelId={labelId} errorId={errorId} isSmall={isSmall} />
      ) : open !== undefined && hasNoFiles(field, currentEntry) ? null : currentEntry === null ? (
        <EmptyValue />
      ) : (
        <Value entry={currentEntry} field={field} />
      )}
      <EditNotes field={field} editing={editing} errorId={errorId} />
      {takesFiles(field) && <AddedFiles field={field} />}
      {children}
    </section>
  )
}

const takesFiles = ({ file_creation_uri }: Field): boolean => file_creation_uri !== undefined

/** The place for new files is shown instead. */
const hasNoFiles = (field: Field, entry: ValueEntry | null): boolean =>
  takesFiles(field) && (entry === null || isEmptyEntry(entry))
