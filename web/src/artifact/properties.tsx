import { type ReactNode, type RefObject, useId, useRef } from 'react'
import type { OpenArtifact } from '../data/artifacts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { useFocusGroup } from '../design/use-focus-group.ts'
import { useFieldContext } from '../fields/field-context.tsx'
import { getFieldType } from '../fields/registry.ts'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import type { PositionedField } from './arrange-fields.ts'
import { EditableValue } from './editable-value.tsx'
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

const noGroup: RefObject<HTMLElement | null> = { current: null }

interface PropertiesProps {
  readonly fields: readonly PositionedField[]
  readonly label?: string
  /** A group around it moves the focus. */
  readonly isPart?: boolean
}

/** Short values, each on a line with its label: one stop of the Tab key, arrow keys move between the values. */
export function Properties({ fields, label = texts.editing.properties, isPart = false }: PropertiesProps): ReactNode {
  const grid = useRef<HTMLTableElement>(null)
  useFocusGroup(isPart ? noGroup : grid, { items: '[data-value]', direction: 'vertical' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its values
    <table ref={grid} role="grid" aria-label={label} className={styles.grid}>
      <tbody>
        {fields.map((placed) => (
          <Property key={placed.field.field_id} placed={placed} />
        ))}
      </tbody>
    </table>
  )
}

/** The same where no value can be changed. */
export const Facts = ({ fields }: Pick<PropertiesProps, 'fields'>): ReactNode => (
  <dl className={styles.properties}>
    {fields.map(({ field, entry }) => (
      <div key={field.field_id}>
        <dt title={field.description || undefined}>{field.label}</dt>
        <dd className={styles.fact}>{entry === null ? <EmptyValue /> : <Value entry={entry} field={field} />}</dd>
      </div>
    ))}
  </dl>
)

function Property({ placed: { field, entry } }: { readonly placed: PositionedField }): ReactNode {
  const id = useId()
  const { tracker, frozen } = useFieldContext()
  const place = useRef<HTMLTableCellElement>(null)
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
    <tr>
      <th scope="row" id={id} title={field.description || undefined}>
        {field.label}
      </th>
      <td ref={place}>
        <EditableValue field={field} entry={entry} labelId={id} />
      </td>
    </tr>
  )
}

/** How many links, files or references a value has. */
export const countEntries = (entry: ValueEntry | null): number =>
  entry === null ? 0 : (getFieldType(entry.type).count?.(entry) ?? 0)
