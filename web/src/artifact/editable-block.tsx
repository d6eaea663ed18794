import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { texts } from '../texts/texts.ts'
import { EditNotes } from './edit-notes.tsx'
import styles from './editable.module.css'
import { EmptyValue } from './empty-value.tsx'
import type { Field } from './field-context.tsx'
import { useEditing } from './use-editing.ts'
import { Value } from './value.tsx'

const FileUploads = lazy(() => import('./kinds/file-uploads.tsx').then((file) => ({ default: file.FileUploads })))

const words = texts.editing

interface EditableBlockProps {
  readonly field: Field
  readonly entry: ValueEntry | null
  /** Stands next to the heading: a number. */
  readonly count?: number
  /** Replaces the icon of the button that opens the editor. */
  readonly icon?: 'edit' | 'plus'
  /** In the side, with a smaller heading. */
  readonly isSmall?: boolean
}

/** A long value under its heading, with an editor that has its own buttons. */
export function EditableBlock({ field, entry, count, icon = 'edit', isSmall }: EditableBlockProps): ReactNode {
  const editing = useEditing(field, entry)
  const { editor, shown, open, frozenReason, edit } = editing
  const [labelId, errorId] = [useId(), useId()]
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const isOpen = editor !== null
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      editing.commit()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) editing.cancel()
  }
  const isPending = edit?.state.kind === 'saving' || edit?.state.kind === 'retrying'
  return (
    <section
      className={joinClasses(styles.block, isSmall && styles.small)}
      aria-labelledby={labelId}
      data-field={field.field_id}
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
            aria-label={words.edit(field.label)}
            onClick={open}
            onPointerEnter={editing.prepare}
            onFocus={editing.prepare}
          >
            <Icon name={icon} />
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
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of all controls inside
        <div className={styles.panel} onKeyDown={keys}>
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
          <footer>
            <Button kind="quiet" onPress={editing.cancel}>
              {texts.states.cancel}
            </Button>
            <Button kind="primary" onPress={() => editing.commit()}>
              {words.saveOf(field.label)}
            </Button>
          </footer>
        </div>
      ) : shown === null ? (
        <EmptyValue />
      ) : (
        <Value entry={shown} field={field} />
      )}
      <EditNotes field={field} editing={editing} errorId={errorId} />
      {field.type === 'file' && (
        <Suspense fallback={null}>
          <FileUploads field={field} />
        </Suspense>
      )}
    </section>
  )
}
