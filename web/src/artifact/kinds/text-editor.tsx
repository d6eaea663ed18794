import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { pause } from '../../data/retry.ts'
import { joinClasses } from '../../design/join-classes.ts'
import { RichText } from '../../design/rich-text.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import styles from './kinds.module.css'
import { plainHtml, type TextDraft } from './text-source.ts'
import { TextTabs, type TextView } from './text-tabs.tsx'
import { TextTools } from './text-tools.tsx'

const words = texts.editing

interface TextEditorProps {
  readonly value: TextDraft
  onChange(value: TextDraft): void
  /** Its value is rendered for the preview. */
  readonly field: Field
  readonly takesFocus: boolean
  readonly labelId: string
  readonly errorId: string | undefined
}

/** The source of a long text, how it will look, or both next to each other. */
export function TextEditor({ value, onChange, field, takesFocus, labelId, errorId }: TextEditorProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null)
  const { artifact, project } = useFieldContext()
  const [view, setView] = useState<TextView>('source')
  useEffect(() => {
    const element = area.current
    if (!takesFocus || element === null) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [takesFocus])
  return (
    <div>
      <TextTabs
        format={value.format}
        view={view}
        // Without an artifact, nothing can render it ahead.
        onView={artifact === null ? undefined : setView}
      >
        <TextTools
          area={area}
          project={project}
          isMarkdown={value.format === 'commonmark'}
          isHidden={view === 'preview'}
        />
      </TextTabs>
      <div className={joinClasses(view === 'both' && styles.both)}>
        <textarea
          ref={area}
          className={styles.area}
          // It keeps its content, its selection and what can be undone.
          hidden={view === 'preview'}
          value={value.content}
          rows={6}
          aria-labelledby={labelId}
          aria-describedby={errorId}
          aria-invalid={errorId === undefined ? undefined : true}
          onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
        />
        {view !== 'source' && artifact !== null && <Preview artifact={artifact} field={field} value={value} />}
      </div>
    </div>
  )
}

interface PreviewProps {
  readonly artifact: number
  readonly field: Field
  readonly value: TextDraft
}

const previewDelayMs = 300

/** The server renders texts: a dry run of the change returns the result. */
function Preview({ artifact, field, value }: PreviewProps): ReactNode {
  const shown = useDeferredValue(value)
  const { data, error } = useQuery<string, Failure>({
    queryKey: ['preview', artifact, field.field_id, shown],
    async queryFn({ signal }) {
      // While the text is typed, only its latest state is rendered.
      await pause(previewDelayMs, (wake) => signal.addEventListener('abort', wake))
      return render(artifact, field.field_id, shown, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (value.content.trim() === '') return <p className={styles.preview}>{words.previewEmpty}</p>
  if (error !== null) return <p className={styles.preview}>{error.message}</p>
  if (data === undefined) return <Skeleton shape="lines" rows={3} />
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <RichText html={data} />
    </section>
  )
}

async function render(artifact: number, field: number, value: TextDraft, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const values = [{ field_id: field, value }]
  const options = { isDryRun: true, signal }
  const result = await sendChange<ArtifactRepresentation>('PUT', `/artifacts/${artifact}`, { values }, options)
  const entry = result.values?.find(({ field_id }) => field_id === field)
  return entry?.type === 'text' ? entry.post_processed_value : plainHtml(value.content)
}
