import type { ReactNode } from 'react'
import type { BulkOutcome } from '../../data/bulk-changes.ts'
import { Icon } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import type { Selection } from './selection.ts'

const words = texts.tracker.bulk
const maxShown = 50

interface BulkPreviewProps {
  readonly outcome: BulkOutcome
  readonly selection: Selection
  /** Above those that can be changed. */
  readonly title: string
  /** The shape of a status by its name. */
  readonly markOf: (status: string) => ReactNode
  /** What those have that stay as they are. */
  readonly unchangedTitle?: (n: number) => string
}

/** Which artifacts will be changed, and which refuse and why. */
export function BulkPreview({
  outcome: { changed, unchanged, refused },
  selection,
  title,
  markOf,
  unchangedTitle = words.unchanged,
}: BulkPreviewProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.preview} aria-label={words.preview} tabIndex={0}>
      {changed.length > 0 && (
        <Group title={title} ids={changed} selection={selection} markOf={markOf}>
          {() => null}
        </Group>
      )}
      {refused.size > 0 && (
        <Group title={words.cannot(refused.size)} ids={[...refused.keys()]} selection={selection} markOf={markOf}>
          {(id) => refused.get(id)}
        </Group>
      )}
      {unchanged.length > 0 && <p>{unchangedTitle(unchanged.length)}</p>}
    </section>
  )
}

interface GroupProps extends Pick<BulkPreviewProps, 'markOf'> {
  readonly title: string
  readonly ids: readonly number[]
  readonly selection: Selection
  readonly children: (id: number) => ReactNode
}

const Group = ({ title, ids, selection, markOf, children }: GroupProps): ReactNode => (
  <div>
    <h3>{title}</h3>
    <ul>
      {ids.slice(0, maxShown).map((id) => {
        const artifact = selection.get(id)
        const reason = children(id)
        return (
          <li key={id}>
            <Icon name={reason ? 'warning' : 'check'} />
            <span>
              #{id} {artifact?.title}
            </span>
            <span className={styles.present}>
              {artifact?.status && markOf(artifact.status)} {artifact?.status}
            </span>
            {reason && <span className={styles.reason}>{reason}</span>}
          </li>
        )
      })}
    </ul>
    {ids.length > maxShown && <p>{words.andMore(ids.length - maxShown)}</p>}
  </div>
)
