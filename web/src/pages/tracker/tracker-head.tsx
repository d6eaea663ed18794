import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useMayCreate } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Breadcrumb } from '../../design/breadcrumb.tsx'
import { LinkButton } from '../../design/button.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'

interface TrackerHeadProps {
  readonly tracker: TrackerRepresentation
  /** Next to the title. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** The main action is elsewhere. */
  readonly isNarrow?: boolean
}

/** The name of the tracker, with its reports and actions on one line. */
export function TrackerHead({ tracker, children, actions, isNarrow = false }: TrackerHeadProps): ReactNode {
  return (
    <header className={styles.head}>
      <Breadcrumb
        path={[{ title: tracker.project.label, href: `/projects/${tracker.project.id}` }]}
        current={tracker.label}
      />
      <div className={styles.headLine} data-actions>
        <h1 className={styles.name} title={tracker.description || undefined}>
          <ColorMark color={tracker.color_name} />
          {tracker.label}
        </h1>
        {children}
        <div className={styles.actions}>
          {actions}
          {!isNarrow && <CreateLink tracker={tracker} />}
        </div>
      </div>
    </header>
  )
}

/** The main action of the page. */
export const CreateLink = ({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode =>
  useMayCreate(tracker) && (
    <LinkButton kind="primary" icon="plus" href={`/trackers/${tracker.id}/new`}>
      {texts.creation.create(tracker.item_name)}
    </LinkButton>
  )
