import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sendChange } from '../../data/client.ts'
import type { NavigationProject } from '../../data/navigation.ts'
import { renewNavigation } from '../../data/queries.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { reportFailure } from '../../design/show-error.ts'
import styles from '../../frame/administration.module.css'
import { trackerOrderTexts as words } from '../../texts/part-texts/tracker-order-texts.ts'
import { texts } from '../../texts/texts.ts'
import own from './project-admin-trackers-page.module.css'

type Tracker = NavigationProject['trackers'][number]

interface TrackerOrderProps {
  readonly project: NavigationProject
}

/** The trackers of a project, which its administrators arrange. */
export function TrackerOrder({ project }: TrackerOrderProps): ReactNode {
  const { id: projectId, trackers: saved, tracker_count: count, can_update: canUpdate } = project
  /** While changes are sent. */
  const [order, setOrder] = useState<readonly Tracker[] | null>(null)
  const sending = useRef<{ readonly last: Promise<void> }>({ last: Promise.resolve() })
  const trackers = order ?? saved
  const isComplete = saved.length === count
  const canMove = canUpdate && isComplete && count > 1
  const send = async (next: readonly Tracker[]): Promise<void> => {
    const path = `/projects/${projectId}/tracker_order`
    const last = sending.current.last.then(() => sendChange('PUT', path, { trackers: next.map(({ id }) => id) }))
    const current = { last: last.catch(() => undefined) }
    sending.current = current
    try {
      await last
    } finally {
      if (sending.current === current) {
        await renewNavigation()
        if (sending.current === current) setOrder(null)
      }
    }
  }
  const move = (from: number, by: -1 | 1): void => {
    const moved = trackers[from]
    const to = from + by
    if (moved === undefined || to < 0 || to >= trackers.length) return
    const next = trackers.toSpliced(from, 1).toSpliced(to, 0, moved)
    const focused = document.activeElement
    // The browser takes the focus from elements that are placed elsewhere.
    flushSync(() => setOrder(next))
    if (focused instanceof HTMLElement) focused.focus()
    announce(words.moved(moved.label, to + 1, next.length))
    void reportFailure(send(next))
  }
  return (
    <>
      {canMove && <p className={own.hint}>{words.hint}</p>}
      {canUpdate && !isComplete && <p className={own.hint}>{words.tooMany(saved.length)}</p>}
      <ul className={own.trackers} aria-label={texts.projectAdmin.trackers.title}>
        {trackers.map((tracker, index) => (
          <TrackerItem key={tracker.id} tracker={tracker} onMove={canMove ? (by) => move(index, by) : undefined} />
        ))}
      </ul>
    </>
  )
}

interface TrackerItemProps {
  readonly tracker: Tracker
  readonly onMove: ((by: -1 | 1) => void) | undefined
}

function TrackerItem({ tracker: { id, label, item_name, color_name, total }, onMove }: TrackerItemProps): ReactNode {
  const step = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove?.(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li>
      <Link href={`/trackers/${id}/admin/general`} onKeyDown={step}>
        <ColorMark color={color_name} />
        <span>
          {label} <span className={own.name}>{item_name}</span>
        </span>
        <span className={styles.count}>{texts.projectAdmin.trackers.artifacts(total)}</span>
        <Icon name="chevron-right" />
      </Link>
      {onMove !== undefined && (
        <span className={own.buttons} data-screen>
          <IconButton icon="arrow-up" label={words.up(label)} onPress={() => onMove(-1)} />
          <IconButton icon="arrow-down" label={words.down(label)} onPress={() => onMove(1)} />
        </span>
      )}
    </li>
  )
}
