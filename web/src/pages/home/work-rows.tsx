import { type ReactNode, useId } from 'react'
import { StatusMark } from '../../artifact/status-mark.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { countDays } from '../../design/calendar-day.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Link } from '../../design/link.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './my-work.module.css'
import type { WorkItem } from './work-groups.ts'

const words = texts.myWork

interface WorkGroupProps {
  readonly title: string
  readonly icon: IconName
  readonly items: readonly WorkItem[]
  readonly today: string
  readonly isProjectShown?: boolean
}

/** Artifacts under one heading, with their number. */
export function WorkGroup({ title, icon, items, today, isProjectShown = false }: WorkGroupProps): ReactNode {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <h2 id={heading}>
        <Icon name={icon} />
        {title} <span className={styles.number}>{items.length}</span>
      </h2>
      <ul>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} today={today} isProjectShown={isProjectShown} />
        ))}
      </ul>
    </section>
  )
}

interface WorkRowProps {
  readonly item: WorkItem
  readonly today: string
  readonly isProjectShown: boolean
}

function WorkRow({ item, today, isProjectShown }: WorkRowProps): ReactNode {
  const { id, xref, title, tracker, status, stage } = item
  return (
    <li className={styles.row}>
      <StatusMark stage={stage} color={status?.color ?? null} />
      <span className={styles.id}>#{id}</span>
      <span className={styles.words}>
        <Link href={`/artifacts/${id}`} title={`${xref} ${title ?? ''}`}>
          {title || xref}
        </Link>
        {isProjectShown && <span className={styles.project}>{tracker.project.label}</span>}
      </span>
      <span className={styles.status}>
        {status && <VisuallyHidden>{words.status} </VisuallyHidden>}
        {status?.value}
      </span>
      <span className={styles.tracker}>
        <ColorMark color={tracker.color_name} />
        <span className={styles.trackerName}>{tracker.label}</span>
      </span>
      <DueDay item={item} today={today} />
    </li>
  )
}

function DueDay({ item: { dueDay, isOpen }, today }: Pick<WorkRowProps, 'item' | 'today'>): ReactNode {
  if (dueDay === null) return <span className={styles.due} />
  const days = countDays(today, dueDay)
  if (isOpen && days < 0)
    return (
      <span className={joinClasses(styles.due, styles.late)} title={dueDay}>
        <Icon name="clock" />
        {words.daysLate(-days)}
      </span>
    )
  return (
    <span className={joinClasses(styles.due, isOpen && days <= 7 && styles.soon)}>
      <VisuallyHidden>{words.due} </VisuallyHidden>
      <DateTime at={dueDay} as="day" />
    </span>
  )
}
