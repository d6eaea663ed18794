import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { retryNow, useMergedFrom } from '../data/artifact-writes.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { texts } from '../texts/texts.ts'
import styles from './editable.module.css'
import type { FieldEditing } from './use-editing.ts'

const MergePanel = lazy(() => import('./merge-panel.tsx').then((file) => ({ default: file.MergePanel })))

const words = texts.editing

interface EditNotesProps {
  readonly field: Field
  readonly editing: FieldEditing
  /** Id of the message about the content of the editor. */
  readonly errorId: string
}

/** What became of an edit: its refusal, a conflict, a missing answer, a change by others, a draft. */
export function EditNotes({ field, editing, errorId }: EditNotesProps): ReactNode {
  const { artifact } = useFieldContext()
  const { editor, edit, hasDraft } = editing
  const mergedFrom = useMergedFrom(artifact ?? 0, field.field_id)
  const error = editor?.error ?? null
  return (
    <>
      {error !== null && (
        <p id={errorId} className={styles.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {edit?.state.kind === 'refused' && (
        <p className={styles.error}>
          <Icon name="warning" />
          <span>
            {edit.state.message} <TextButton onClick={editing.editAgain}>{words.editAgain}</TextButton>{' '}
            <TextButton onClick={editing.dismiss}>{words.discard}</TextButton>
          </span>
        </p>
      )}
      {edit?.state.kind === 'retrying' && <Retrying at={edit.state.at} />}
      {edit?.state.kind === 'conflict' && (
        <Suspense fallback={null}>
          <MergePanel field={field} edit={edit} editing={editing} />
        </Suspense>
      )}
      {hasDraft && (
        <div className={styles.draft}>
          <span>{words.draftOf(field.label)}</span>
          <Button kind="quiet" onPress={editing.continueDraft}>
            {words.continueDraft}
          </Button>
          <Button kind="quiet" onPress={editing.discardDraft}>
            {words.discard}
          </Button>
        </div>
      )}
      {mergedFrom !== undefined && editor === null && (
        <p className={styles.merged}>{words.alsoChangedBy(mergedFrom)}</p>
      )}
    </>
  )
}

const TextButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: string }): ReactNode => (
  <button type="button" className={styles.textButton} onClick={onClick}>
    {children}
  </button>
)

function Retrying({ at }: { readonly at: number }): ReactNode {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={styles.waiting}>
      <Icon name="warning" />
      <span>
        {words.retrying(Math.max(0, Math.ceil((at - now) / 1000)))}{' '}
        <TextButton onClick={retryNow}>{words.retryNow}</TextButton>
      </span>
    </p>
  )
}
