import { type ReactNode, useRef } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { ArtifactTitle } from '../../artifact/artifact-title.tsx'
import { CopyReference } from '../../artifact/copy-reference.tsx'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { useMayCreate, type ValueEntry } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Breadcrumb } from '../../design/breadcrumb.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { useFocusGroup } from '../../design/use-focus-group.ts'
import { texts } from '../../texts/texts.ts'
import { Actions } from './actions.tsx'
import page from './artifact-page.module.css'
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
  const mayCreate = useMayCreate(tracker)
  const toolbar = useRef<HTMLDivElement>(null)
  useFocusGroup(toolbar, { items: 'a[href], button', direction: 'horizontal' })
  return (
    <header className={page.head}>
      <Breadcrumb
        path={[
          { title: artifact.project.label, href: `/projects/${artifact.project.id}` },
          { title: artifact.tracker.label, href: `/trackers/${artifact.tracker.id}` },
        ]}
        current={artifact.xref}
      />
      <div ref={toolbar} role="toolbar" aria-label={words.actions} className={styles.line}>
        <ColorMark color={artifact.tracker.color_name} />
        <span>{artifact.xref}</span>
        <CopyReference text={artifact.xref} />
        {mayCreate && (
          <Link
            href={`/trackers/${artifact.tracker.id}/new`}
            className={styles.create}
            data-screen
            aria-label={texts.creation.create(tracker.item_name)}
            title={texts.creation.create(tracker.item_name)}
          >
            <Icon name="plus" />
          </Link>
        )}
        <span className={styles.updated}>
          {words.updated} <DateTime at={artifact.last_modified_date} />
        </span>
        <WatchButton artifact={artifact.id} />
        <Actions artifact={artifact} mayCreate={mayCreate === true} />
      </div>
      <ArtifactTitle
        artifact={artifact}
        values={values}
        heading={(title) => (
          <h1 id={titleId} className={styles.title} data-section="title">
            {title}
          </h1>
        )}
      />
    </header>
  )
}
