import type { ReactNode } from 'react'
import { useNavigation } from '../data/navigation.ts'
import { useCreatableTrackers } from '../data/trackers.ts'
import { ColorMark } from '../design/badge.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Link } from '../design/link.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { texts } from '../texts/texts.ts'
import styles from './tracker-chooser.module.css'

interface TrackerChooserProps {
  readonly project: number
  onClose(): void
}

/** The trackers of a project in which the user may create artifacts. */
export function TrackerChooser({ project, onClose }: TrackerChooserProps): ReactNode {
  const creatable = useCreatableTrackers(project)
  const arranged = useNavigation(project).data?.project?.trackers.map(({ id }) => id) ?? []
  // As the navigation shows them; those that it has no room for stay last.
  const placeOf = (id: number): number => (arranged.includes(id) ? arranged.indexOf(id) : arranged.length)
  const trackers = creatable?.toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
  return (
    <Dialog title={texts.creation.chooseTracker} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {trackers === undefined ? (
        <Skeleton shape="rows" rows={3} />
      ) : trackers.length === 0 ? (
        <p>{texts.creation.noTracker}</p>
      ) : (
        <ul className={styles.list}>
          {trackers.map(({ id, label, color_name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link inside is a click, too
            <li key={id} onClick={onClose}>
              <Link
                href={`/trackers/${id}/new`}
                // The dialog opened by a key, and Enter chooses the first tracker.
                autoFocus={index === 0}
              >
                <ColorMark color={color_name} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
