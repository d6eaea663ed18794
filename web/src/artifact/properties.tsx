import { type ReactNode, useId, useRef } from 'react'
import type { OpenArtifact } from '../data/artifacts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import type { PositionedField } from './arrange-fields.ts'
import { EditableValue } from './editable-value.tsx'
import { useFieldContext } from './field-context.tsx'
import styles from './properties.module.css'
import { StatusControl } from './status-control.tsx'

interface StatusPropertyProps {
  readonly artifact: OpenArtifact
  readonly placed: PositionedField
}

/** The status with its button. */
export function StatusProperty({ artifact, placed: { field, entry } }: StatusPropertyProps): ReactNode {
  const { tracker } = useFieldContext()
  const isOfWorkflow = tracker.workflow.field_id === field.field_id
  const transitions = isOfWorkflow ? (artifact.allowed_transitions ?? undefined) : undefined
  return (
    <dl className={styles.properties}>
      <div>
        <dt>{field.label}</dt>
        <dd>
          <StatusControl field={field} entry={entry} transitions={transitions} isMain />
        </dd>
      </div>
    </dl>
  )
}

/** Short values, each on a line with its label. */
export const Properties = ({ fields }: { readonly fields: readonly PositionedField[] }): ReactNode => (
  <dl className={styles.properties}>
    {fields.map((placed) => (
      <Property key={placed.field.field_id} placed={placed} />
    ))}
  </dl>
)

function Property({ placed: { field, entry } }: { readonly placed: PositionedField }): ReactNode {
  const id = useId()
  const { tracker, frozen } = useFieldContext()
  const place = useRef<HTMLElement>(null)
  const isAssignee = tracker.semantics.contributor?.field_id === field.field_id
  const mayAssign = isAssignee && field.permissions.includes('update') && !frozen.has(field.field_id)
  usePageActions(
    mayAssign
      ? [
          {
            ...{ id: 'assign', icon: 'user', shortcut: 'assign', label: texts.keyboard.shortcuts.assign },
            // The value is a button that becomes its editor.
            run: () => place.current?.querySelector('button')?.click(),
          },
        ]
      : [],
  )
  return (
    <div>
      <dt id={id} title={field.description || undefined}>
        {field.label}
      </dt>
      <dd ref={place}>
        <EditableValue field={field} entry={entry} labelId={id} />
      </dd>
    </div>
  )
}

/** How many links, files or references a value has. */
export function countEntries(entry: ValueEntry | null): number {
  if (entry?.type === 'art_link') return entry.links.length + entry.reverse_links.length
  if (entry?.type === 'file') return entry.file_descriptions.length
  return entry?.type === 'cross' ? entry.value.length : 0
}
