import { type ReactNode, useId } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { EditableValue } from '../../artifact/editable-value.tsx'
import { useFieldContext } from '../../artifact/field-context.tsx'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { useMayCreate, type ValueEntry } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { texts } from '../../texts/texts.ts'
import { Actions } from './actions.tsx'
import page from './artifact-page.module.css'
import { CopyReference } from './copy-reference.tsx'
import styles from './head.module.css'
import { WatchButton } from './watch-button.tsx'

const words = texts.artifact

interface HeadProps {
  readonly artifact: OpenArtifact
  readonly tracker: TrackerRepresentation
  readonly values: ReadonlyMap<number, ValueEntry>
  readonly titleId: string
}

/** Where the artifact belongs, its reference, title and actions. */
export function Head({ artifact, tracker, values, titleId }: HeadProps): ReactNode {
  const labelId = useId()
  const mayCreate = useMayCreate(tracker)
  const field = tracker.fields.find(({ field_id }) => field_id === tracker.semantics.title?.field_id)
  const untitled = `${words.untitled} #${artifact.id}`
  return (
    <header className={page.head}>
      <nav aria-label={texts.frame.pathOf} className={styles.path}>
        <Link href={`/projects/${artifact.project.id}`}>{artifact.project.label}</Link>
        <Icon name="chevron-right" />
        <Link href={`/trackers/${artifact.tracker.id}`}>{artifact.tracker.label}</Link>
        {mayCreate && (
          <Link
            href={`/trackers/${artifact.tracker.id}/new`}
            className={styles.create}
            aria-label={texts.creation.newItem(tracker.item_name)}
            title={texts.creation.newItem(tracker.item_name)}
          >
            <Icon name="plus" />
          </Link>
        )}
      </nav>
      <div className={styles.line}>
        <ColorMark color={artifact.tracker.color_name} />
        <span>{artifact.xref}</span>
        <CopyReference text={artifact.xref} />
        <span className={styles.updated}>
          {words.updated} <DateTime at={artifact.last_modified_date} />
        </span>
        <WatchButton artifact={artifact.id} />
        <Actions artifact={artifact} />
      </div>
      <h1 id={titleId} className={styles.title}>
        {field === undefined ? (
          artifact.title || untitled
        ) : (
          <>
            <span id={labelId} hidden>
              {field.label}
            </span>
            <EditableValue field={field} entry={values.get(field.field_id) ?? null} labelId={labelId} look="title">
              {(entry) => <TitleText entry={entry} otherwise={artifact.title || untitled} />}
            </EditableValue>
          </>
        )}
      </h1>
    </header>
  )
}

/** The title on one line, whatever its format. */
function TitleText({ entry, otherwise }: { readonly entry: ValueEntry | null; readonly otherwise: string }): ReactNode {
  const { artifact } = useFieldContext()
  if (entry?.type === 'string') return entry.value || `${words.untitled} #${artifact}`
  return otherwise
}
