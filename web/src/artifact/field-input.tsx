import { type ReactNode, useId } from 'react'
import { Icon } from '../design/icon.tsx'
import type { Field } from '../fields/field-context.tsx'
import { useEditor } from '../fields/load-editor.ts'
import styles from './editable.module.css'

interface FieldInputProps {
  readonly field: Field
  /** undefined: nothing was entered yet. */
  readonly draft: unknown
  onDraft(draft: unknown): void
  readonly error?: string | undefined
  readonly takesFocus?: boolean
}

/** The editor of a field as part of a form, with its label and message. Its content is a draft of the field's kind. */
export function FieldInput({ field, draft, onDraft, error, takesFocus = false }: FieldInputProps): ReactNode {
  const [labelId, errorId] = [useId(), useId()]
  const kind = useEditor(field.type, true)
  if (kind === undefined) return null
  return (
    <div className={styles.field}>
      <span id={labelId} className={styles.label} title={field.description || undefined}>
        {field.label}
        {field.required && <i aria-hidden="true">*</i>}
      </span>
      <div className={kind.shape === 'block' ? styles.frame : undefined}>
        <kind.Editor
          field={field}
          draft={draft === undefined ? kind.toDraft(null, field) : draft}
          onDraft={onDraft}
          isInPlace={false}
          takesFocus={takesFocus}
          onCommit={() => undefined}
          onCancel={() => undefined}
          labelId={labelId}
          errorId={error === undefined ? undefined : errorId}
        />
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
