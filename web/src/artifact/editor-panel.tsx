import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { ButtonKeys } from '../design/keys.tsx'
import type { Field } from '../fields/field-context.tsx'
import { texts } from '../texts/texts.ts'
import styles from './editable.module.css'
import type { FieldEditing } from './use-editing.ts'

interface EditorPanelProps {
  readonly field: Field
  readonly editing: FieldEditing
  readonly labelId: string
  /** Id of the message about the content of the editor. */
  readonly errorId: string
  /** Without the keys of its buttons. */
  readonly isSmall?: boolean | undefined
}

/** The editor of a long value, with its own buttons; null while it is closed. */
export function EditorPanel({ field, editing, labelId, errorId, isSmall }: EditorPanelProps): ReactNode {
  const { editor } = editing
  if (editor === null) return null
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      editing.commit()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) {
      // A sheet around it stays open.
      event.preventDefault()
      editing.cancel()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of all controls inside
    <div className={styles.panel} onKeyDown={keys} data-panel>
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
          {!isSmall && <ButtonKeys id="close" />}
        </Button>
        <Button kind="primary" onPress={() => editing.commit()}>
          {texts.editing.saveOf(field.label)}
          {!isSmall && <ButtonKeys id="send" />}
        </Button>
      </footer>
    </div>
  )
}
