import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { useFieldEdits } from '../data/artifact-writes.ts'
import type { OpenArtifact } from '../data/artifacts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { getItemLabel, listItems } from '../fields/editors/list-options.ts'
import { type FieldContext, FieldContextProvider } from '../fields/field-context.tsx'
import { LinkedArtifactsContext } from '../fields/values/linked-artifacts.ts'
import { texts } from '../texts/texts.ts'
import { arrangeFields, type Layout } from './arrange-fields.ts'

interface ArtifactFieldsProps {
  readonly artifact: OpenArtifact
  readonly values: readonly ValueEntry[]
  readonly tracker: TrackerRepresentation
  /** `entries`: values by field, without changes that are not saved yet. */
  readonly children: (layout: Layout, entries: ReadonlyMap<number, ValueEntry>) => ReactNode
}

/** The fields of an artifact in their arrangement, with what their editors need. */
export function ArtifactFields({ artifact, values, tracker, children }: ArtifactFieldsProps): ReactNode {
  const edits = useFieldEdits(artifact.id)
  const entries = new Map(values.map((entry) => [entry.field_id, entry]))
  const pending = [...edits.values()].filter(({ state }) => state.kind === 'saving' || state.kind === 'retrying')
  const currentEntries = new Map([...entries, ...pending.map((edit) => [edit.fieldId, edit.newEntry] as const)])
  const layout = arrangeFields(tracker, entries, new Set(artifact.hidden_fieldsets))
  const [status] = layout.status === null ? [] : listItems(currentEntries.get(layout.status.field.field_id) ?? null)
  const reason = texts.editing.frozen(status === undefined ? '' : getItemLabel(status))
  const context: FieldContext = {
    artifact: artifact.id,
    project: artifact.project.id,
    tracker,
    values: currentEntries,
    frozen: new Map(artifact.frozen_fields?.map((id) => [id, reason])),
  }
  return (
    <LinkedArtifactsContext value={artifact.linked_artifacts}>
      <FieldContextProvider value={context}>{children(layout, entries)}</FieldContextProvider>
    </LinkedArtifactsContext>
  )
}
