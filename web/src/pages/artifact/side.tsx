import { type ReactNode, useId, useState } from 'react'
import { EditableBlock } from '../../artifact/editable-block.tsx'
import { EditableValue } from '../../artifact/editable-value.tsx'
import { useFieldContext } from '../../artifact/field-context.tsx'
import { StatusControl } from '../../artifact/status-control.tsx'
import type { OpenArtifact } from '../../data/artifacts.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { texts } from '../../texts/texts.ts'
import type { Layout, PositionedField } from './layout.ts'
import styles from './side.module.css'

const words = texts.editing

interface SideProps {
  readonly artifact: OpenArtifact
  readonly layout: Layout
}

/** The properties of an artifact; on a phone they are behind a button. */
export function Side({ artifact, layout }: SideProps): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { status, properties, links, files, references, facts } = layout
  const hasTitles = properties.filter(({ title }) => title !== null).length > 1
  return (
    <aside className={styles.side} aria-label={words.properties}>
      {status && (
        <dl className={styles.properties}>
          <StatusRow artifact={artifact} placed={status} />
        </dl>
      )}
      <button
        type="button"
        className={styles.all}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words.allProperties}
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      </button>
      <div id={id} className={joinClasses(styles.rest, isOpen && styles.open)}>
        {properties.map((set) =>
          hasTitles && set.title !== null ? (
            <details key={set.id} open={!set.isCollapsed} className={styles.set}>
              <summary>
                <h2>{set.title}</h2>
              </summary>
              <Rows fields={set.fields} />
            </details>
          ) : (
            <Rows key={set.id} fields={set.fields} />
          ),
        )}
        {[...links, ...files, ...references].map(({ field, entry }) => (
          <div key={field.field_id} className={styles.section}>
            <EditableBlock field={field} entry={entry} count={countOf(entry)} isSmall />
          </div>
        ))}
        {facts.length > 0 && (
          <div className={styles.section}>
            <Rows fields={facts} />
          </div>
        )}
      </div>
    </aside>
  )
}

function StatusRow({ artifact, placed }: { readonly artifact: OpenArtifact; readonly placed: PositionedField }) {
  const { tracker } = useFieldContext()
  const { field, entry } = placed
  const isOfWorkflow = tracker.workflow.field_id === field.field_id
  const transitions = isOfWorkflow ? (artifact.allowed_transitions ?? undefined) : undefined
  return (
    <div>
      <dt>{field.label}</dt>
      <dd>
        <StatusControl field={field} entry={entry} transitions={transitions} />
      </dd>
    </div>
  )
}

const Rows = ({ fields }: { readonly fields: readonly PositionedField[] }): ReactNode => (
  <dl className={styles.properties}>
    {fields.map((placed) => (
      <Row key={placed.field.field_id} placed={placed} />
    ))}
  </dl>
)

function Row({ placed: { field, entry } }: { readonly placed: PositionedField }): ReactNode {
  const id = useId()
  return (
    <div>
      <dt id={id} title={field.description || undefined}>
        {field.label}
      </dt>
      <dd>
        <EditableValue field={field} entry={entry} labelId={id} />
      </dd>
    </div>
  )
}

function countOf(entry: ValueEntry | null): number {
  if (entry?.type === 'art_link') return entry.links.length + entry.reverse_links.length
  if (entry?.type === 'file') return entry.file_descriptions.length
  return entry?.type === 'cross' ? entry.value.length : 0
}
