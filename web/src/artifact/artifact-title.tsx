import { type ReactNode, useId } from 'react'
import type { OpenArtifact } from '../data/artifacts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { useFieldContext } from '../fields/field-context.tsx'
import { getFieldType } from '../fields/registry.ts'
import { texts } from '../texts/texts.ts'
import { EditableValue } from './editable-value.tsx'

const words = texts.artifact

interface ArtifactTitleProps {
  readonly artifact: OpenArtifact
  readonly values: ReadonlyMap<number, ValueEntry>
  readonly heading: (title: ReactNode) => ReactNode
}

/** The title, which is edited in place. */
export function ArtifactTitle({ artifact, values, heading }: ArtifactTitleProps): ReactNode {
  const { tracker } = useFieldContext()
  const labelId = useId()
  const field = tracker.fields.find(({ field_id }) => field_id === tracker.semantics.title?.field_id)
  const untitled = `${words.untitled} #${artifact.id}`
  if (field === undefined) return heading(artifact.title || untitled)
  return (
    <>
      <span id={labelId} hidden>
        {field.label}
      </span>
      <EditableValue
        field={field}
        entry={values.get(field.field_id) ?? null}
        labelId={labelId}
        look="title"
        wrap={heading}
      >
        {(entry) => (getLine(entry) ?? artifact.title) || untitled}
      </EditableValue>
    </>
  )
}

/** A text of one line as it is now, which may not be saved yet. */
const getLine = (entry: ValueEntry | null): string | undefined =>
  entry !== null && getFieldType(entry.type).text === 'line' && 'value' in entry && typeof entry.value === 'string'
    ? entry.value
    : undefined
