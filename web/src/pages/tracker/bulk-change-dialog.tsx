import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { FieldInput } from '../../artifact/field-input.tsx'
import { type BulkChange, type BulkOutcome, previewBulkChange, sendBulkChange } from '../../data/bulk-changes.ts'
import { Failure } from '../../data/failure.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { Segments } from '../../design/segments.tsx'
import { Select } from '../../design/select.tsx'
import { showToast } from '../../design/toast.tsx'
import { type FieldContext, FieldContextProvider } from '../../fields/field-context.tsx'
import { loadEditor } from '../../fields/load-editor.ts'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import { BulkPreview } from './bulk-preview.tsx'
import { createStatusMarks } from './columns.tsx'
import type { Selection } from './selection.ts'
import type { Field } from './view.ts'

const words = texts.tracker.bulk

interface BulkChangeDialogProps {
  readonly tracker: TrackerRepresentation
  readonly fields: readonly Field[]
  /** The field that is set; undefined: the user chooses one. */
  readonly field: Field | undefined
  readonly selection: Selection
  readonly onClose: (isDone: boolean) => void
}

type Mode = 'each' | 'all'
const previewDelay = 250

/** Sets one field of the selected artifacts, after a preview of what that does. */
export function BulkChangeDialog({
  tracker,
  fields,
  field: initialField,
  selection,
  onClose,
}: BulkChangeDialogProps): ReactNode {
  // All artifacts with one title is rarely what a user wants.
  const [field, setField] = useState(
    initialField ?? fields.find(({ field_id }) => field_id !== tracker.semantics.title?.field_id) ?? fields[0],
  )
  const [draft, setDraft] = useState<unknown>()
  const [mode, setMode] = useState<Mode>('each')
  const [problem, setProblem] = useState<string>()
  const [preview, setPreview] = useState<{ readonly change: BulkChange; readonly outcome: BulkOutcome } | null>(null)
  const [isSending, setSending] = useState(false)
  const context = useMemo(() => buildContext(tracker), [tracker])

  useEffect(() => {
    setPreview(null)
    setProblem(undefined)
    if (field === undefined || draft === undefined) return
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      const parsed = (await loadEditor(field.type))?.parse(draft, field, context)
      if (parsed === undefined || stop.signal.aborted) return
      if (!parsed.isValid) return setProblem(parsed.message)
      const change = {
        tracker: tracker.id,
        artifacts: [...selection.keys()],
        field: field.field_id,
        input: parsed.input,
      }
      const outcome = await previewBulkChange(change, stop.signal)
      if (stop.signal.aborted) return
      setPreview({ change, outcome })
      announce(`${words.willChange(outcome.changed.length)}. ${words.cannot(outcome.refused.size)}.`)
    }
    const timeout = setTimeout(() => {
      load().catch((thrown: unknown) => !stop.signal.aborted && setProblem(messageOf(thrown)))
    }, previewDelay)
    return () => {
      clearTimeout(timeout)
      stop.abort()
    }
  }, [field, draft, selection, tracker.id, context])

  const count = preview?.outcome.changed.length ?? 0
  const isBlocked = mode === 'all' && (preview?.outcome.refused.size ?? 0) > 0
  const send = async (): Promise<void> => {
    if (preview === null) return
    setSending(true)
    try {
      const { changed, refused } = await sendBulkChange(preview.change, mode === 'all')
      const done = words.done(changed.length)
      showToast(refused.size === 0 ? done : `${done}. ${words.cannot(refused.size)}.`)
      onClose(true)
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setSending(false)
    }
  }
  return (
    <Dialog
      title={words.change(selection.size)}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose(false)}
    >
      {initialField === undefined && (
        <Select
          name="field"
          label={words.field}
          isRequired
          options={fields.map(({ field_id, label }) => ({ value: String(field_id), label }))}
          defaultValue={String(field?.field_id)}
          onChange={(id) => {
            setField(fields.find(({ field_id }) => String(field_id) === id))
            setDraft(undefined)
          }}
        />
      )}
      {field && (
        <FieldContextProvider value={context}>
          <FieldInput
            key={field.field_id}
            field={field}
            draft={draft}
            onDraft={setDraft}
            error={preview === null ? problem : undefined}
            takesFocus={initialField !== undefined}
          />
        </FieldContextProvider>
      )}
      {preview ? (
        <BulkPreview
          markOf={createStatusMarks(tracker)}
          outcome={preview.outcome}
          selection={selection}
          title={words.willChange(preview.outcome.changed.length)}
        />
      ) : (
        problem === undefined && (
          <p className={styles.waiting}>{draft === undefined ? words.chooseValue : words.previewing}</p>
        )
      )}
      {preview !== null && problem !== undefined && <Notice kind="negative" title={problem} />}
      <Segments
        label={words.mode}
        options={[
          { value: 'each', label: words.each },
          { value: 'all', label: words.all },
        ]}
        value={mode}
        onChange={setMode}
      />
      {isBlocked && <Notice kind="caution" title={words.blocked} />}
      <DialogActions>
        <Button kind="quiet" onPress={() => onClose(false)} isDisabled={isSending}>
          {texts.states.cancel}
        </Button>
        <Button kind="primary" isDisabled={count === 0 || isBlocked} isPending={isSending} onPress={send}>
          {preview === null ? words.apply : words.change(count)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const messageOf = (thrown: unknown): string => (thrown instanceof Failure ? thrown.message : texts.states.problem)

/** The artifacts have different values in other fields, so no list depends on another. */
function buildContext(tracker: TrackerRepresentation): FieldContext {
  const { workflow, project } = tracker
  const independent = { ...tracker, workflow: { ...workflow, rules: { ...workflow.rules, lists: [] } } }
  return { artifact: null, project: project.id, tracker: independent, values: new Map(), frozen: new Map() }
}
