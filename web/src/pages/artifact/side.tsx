import { type ReactNode, useId, useState } from 'react'
import type { Layout } from '../../artifact/arrange-fields.ts'
import { EditableBlock } from '../../artifact/editable-block.tsx'
import { countEntries, Properties, StatusProperty } from '../../artifact/properties.tsx'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { texts } from '../../texts/texts.ts'
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
      {status && <StatusProperty artifact={artifact} placed={status} />}
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
              <Properties fields={set.fields} />
            </details>
          ) : (
            <Properties key={set.id} fields={set.fields} />
          ),
        )}
        {[...links, ...files, ...references].map(({ field, entry }) => (
          <div key={field.field_id} className={styles.section}>
            <EditableBlock field={field} entry={entry} count={countEntries(entry)} isSmall />
          </div>
        ))}
        {facts.length > 0 && (
          <div className={styles.section}>
            <Properties fields={facts} />
          </div>
        )}
      </div>
    </aside>
  )
}
