import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { RichText } from '../../design/rich-text.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import styles from './kinds.module.css'
import { plainHtml, type TextDraft } from './text-source.ts'
import { TextTabs } from './text-tabs.tsx'

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

/** The source of a long text, and how it will look. The one place for a richer editor. */
export function TextEditor({ value, onChange, field, takesFocus, labelId, errorId }: TextEditorProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null)
  const { artifact } = useFieldContext()
  const [isPreview, setPreview] = useState(false)
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
        isPreview={isPreview}
        // Without an artifact, nothing can render it ahead.
        onPreview={artifact === null ? undefined : setPreview}
      />
      {isPreview && artifact !== null ? (
        <Preview artifact={artifact} field={field} value={value} />
      ) : (
        <textarea
          ref={area}
          className={styles.area}
          value={value.content}
          rows={6}
          aria-labelledby={labelId}
          aria-describedby={errorId}
          aria-invalid={errorId === undefined ? undefined : true}
          onChange={(event) => onChange({ ...value, content: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

interface PreviewProps {
  readonly artifact: number
  readonly field: Field
  readonly value: TextDraft
}

/** The server renders texts: a dry run of the change returns the result. */
function Preview({ artifact, field, value }: PreviewProps): ReactNode {
  const { data, error } = useQuery<string, Failure>({
    queryKey: ['preview', artifact, field.field_id, value],
    queryFn: ({ signal }) => render(artifact, field.field_id, value, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (value.content.trim() === '') return <p className={styles.preview}>{words.previewEmpty}</p>
  if (error !== null) return <p className={styles.preview}>{error.message}</p>
  if (data === undefined) return <Skeleton shape="lines" rows={3} />
  return (
    <div className={styles.preview}>
      <RichText html={data} />
    </div>
  )
}

async function render(artifact: number, field: number, value: TextDraft, signal: AbortSignal): Promise<string> {
  const values = [{ field_id: field, value }]
  const options = { isDryRun: true, signal }
  const result = await sendChange<ArtifactRepresentation>('PUT', `/artifacts/${artifact}`, { values }, options)
  const entry = result.values?.find(({ field_id }) => field_id === field)
  return entry?.type === 'text' ? entry.post_processed_value : plainHtml(value.content)
}
