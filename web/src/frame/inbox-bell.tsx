import { type ReactNode, useEffect, useRef } from 'react'
import { useOwnCounts } from '../data/navigation.ts'
import { announce } from '../design/announce.tsx'
import { Icon } from '../design/icon.tsx'
import { Link } from '../design/link.tsx'
import { texts } from '../texts/texts.ts'
import styles from './inbox-bell.module.css'

/** Leads to the inbox and shows how many items in it are unread. */
export function InboxBell(): ReactNode {
  const unread = useOwnCounts()?.unread_count
  useNewsAnnouncement(unread)
  const label = unread ? texts.frame.inboxWith(unread) : texts.myWork.inbox
  return (
    <Link href="/?show=inbox" className={styles.bell} aria-label={label} title={label}>
      <Icon name="bell" />
      {unread !== undefined && unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}

/** Screen readers hear of new items, but not of those that were there when the page was opened. */
function useNewsAnnouncement(unread: number | undefined): void {
  const lastUnread = useRef(unread)
  useEffect(() => {
    if (unread !== undefined && lastUnread.current !== undefined && unread > lastUnread.current)
      announce(texts.frame.inboxWith(unread))
    lastUnread.current = unread
  }, [unread])
}
