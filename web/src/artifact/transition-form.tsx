import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { AllowedTransition } from '../../../src/artifacts/representations/included-members.ts'
import { dismissEdit, type FieldChange, saveArtifact, useFieldEdits } from '../data/artifact-writes.ts'
import { announce } from '../design/announce.tsx'
import { Button } from '../design/button.tsx'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { loadEditor } from '../fields/load-editor.ts'
import { texts } from '../texts/texts.ts'
import editable from './editable.module.css'
import { FieldInput } from './field-input.tsx'
import styles from './status-control.module.css'

const words = texts.editing

interface TransitionFormProps {
  readonly title: string
  readonly transition: AllowedTransition
  /** The change of the status. */
  readonly change: FieldChange
  onDone(): void
}

/** Asks for the fields and the comment that a transition demands. What is entered stays until it is saved. */
export function TransitionForm({ title, transition, change, onDone }: TransitionFormProps): ReactNode {
  const context = useFieldContext()
  const { tracker, values } = context
  const artifact = context.artifact ?? 0
  const fields = transition.required_field_ids.flatMap((id) => tracker.fields.filter(({ field_id }) => field_id === id))
  const [drafts, setDrafts] = useState<Readonly<Record<number, unknown>>>({})
  const [errors, setErrors] = useState<Readonly<Record<number, string>>>({})
  const [comment, setComment] = useState('')
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const headingId = useId()
  const edits = useFieldEdits(artifact)
  const refusals = [change.fieldId, ...fields.map(({ field_id }) => field_id)].flatMap((id) => {
    const state = edits.get(id)?.state
    return state?.kind === 'refused' ? [state.message] : []
  })
  useEffect(() => {
    // The first field arrives with its code; the form has the focus until then.
    form.current?.focus()
  }, [])

  const buildChange = async (field: Field): Promise<FieldChange | string> => {
    const kind = await loadEditor(field.type)
    if (kind === undefined) return texts.states.required
    const base = values.get(field.field_id) ?? null
    const draft = drafts[field.field_id] ?? kind.toDraft(base, field)
    const parsed = kind.parse(draft, { ...field, required: true }, context)
    if (!parsed.isValid) return parsed.message
    const { field_id: fieldId, label } = field
    return { fieldId, label, input: parsed.input, newEntry: parsed.newEntry, base, draft, isSame: kind.isSame }
  }

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const built = await Promise.all(fields.map(async (field) => [field.field_id, await buildChange(field)] as const))
    const wrong = built.flatMap(([id, result]) => (typeof result === 'string' ? [[id, result] as const] : []))
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return announce(texts.states.problems(wrong.length), 'assertive')
    if (transition.requires_comment && comment.trim() === '') return announce(texts.states.required, 'assertive')
    setSending(true)
    const changes = [change, ...built.flatMap(([, result]) => (typeof result === 'string' ? [] : [result]))]
    const commentInput = comment.trim() === '' ? {} : { comment: { body: comment, format: 'commonmark' as const } }
    const result = await saveArtifact({ artifact, changes, ...commentInput })
    setSending(false)
    if (result === 'saved') onDone()
  }
  const isUntouched = comment === '' && Object.keys(drafts).length === 0
  const cancel = (): void => {
    for (const id of [change.fieldId, ...fields.map(({ field_id }) => field_id)]) dismissEdit(artifact, id)
    onDone()
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={headingId}
      noValidate
      tabIndex={-1}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        if (event.key === 'Escape' && !event.defaultPrevented && isUntouched) {
          event.preventDefault()
          cancel()
        }
      }}
    >
      <h2 id={headingId}>{title}</h2>
      {refusals.map((message) => (
        <p key={message} className={editable.error}>
          {message}
        </p>
      ))}
      {fields.map((field, index) => (
        <FieldInput
          key={field.field_id}
          field={{ ...field, required: true }}
          draft={drafts[field.field_id]}
          onDraft={(draft) => setDrafts((now) => ({ ...now, [field.field_id]: draft }))}
          error={errors[field.field_id]}
          takesFocus={index === 0}
        />
      ))}
      {transition.requires_comment && (
        <label>
          {words.commentNeeded}
          <textarea
            value={comment}
            required
            // biome-ignore lint/a11y/noAutofocus: the user chose a status that needs it
            autoFocus={fields.length === 0}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        </label>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" onPress={cancel}>
          {texts.states.cancel}
        </Button>
        <Button kind="primary" type="submit" isPending={isSending}>
          {title}
        </Button>
      </div>
    </form>
  )
}
