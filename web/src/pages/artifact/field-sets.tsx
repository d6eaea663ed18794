import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { RichText } from '../../design/rich-text.tsx'
import { texts } from '../../texts/texts.ts'
import { EmptyValue } from './empty-value.tsx'
import styles from './field-sets.module.css'
import { groupFieldSets, isFullWidth, type PositionedField } from './layout.ts'
import { Value } from './value.tsx'

interface FieldSetsProps {
  readonly tracker: TrackerRepresentation
  readonly values: readonly ValueEntry[]
}

/** Values of an artifact, in the order and under the headings of its tracker. */
export const FieldSets = ({ tracker, values }: FieldSetsProps): ReactNode => (
  <div className={styles.sets}>
    {groupFieldSets(tracker, values, texts.artifact.details).map(({ id, title, isCollapsed, fields }) => (
      <details key={id} open={!isCollapsed} className={styles.set}>
        <summary>
          <h2>{title}</h2>
        </summary>
        <dl>
          {fields.map((placed) => (
            <Row key={placed.field.field_id} placed={placed} />
          ))}
        </dl>
      </details>
    ))}
  </div>
)

function Row({ placed: { field, entry } }: { readonly placed: PositionedField }): ReactNode {
  return (
    <div className={isFullWidth(field) ? styles.broad : undefined}>
      <dt title={field.description || undefined}>{field.label}</dt>
      <dd>
        {field.type === 'staticrichtext' ? (
          <RichText html={typeof field.default_value === 'string' ? field.default_value : ''} />
        ) : entry === null ? (
          <EmptyValue />
        ) : (
          <Value entry={entry} />
        )}
      </dd>
    </div>
  )
}
