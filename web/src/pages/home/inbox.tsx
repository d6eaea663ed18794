import { type ReactNode, useId } from 'react'
import { StatusMark } from '../../artifact/status-mark.tsx'
import { type InboxItem, markItems, useInboxPage } from '../../data/inbox.ts'
import { withQuery } from '../../data/page-offset.ts'
import { Button, IconButton, LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './inbox.module.css'

const words = texts.myWork

/** How many unread items the list of work shows. */
const maxShown = 5

/** The newest unread items, below the work of the user. */
export function UnreadItems({
  items,
  total,
}: {
  readonly items: readonly InboxItem[]
  readonly total: number
}): ReactNode {
  const heading = useId()
  const unread = items.filter((item) => !item.is_read)
  const [newest] = unread
  if (newest === undefined) return null
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <div className={styles.head}>
        <h2 id={heading}>
          <Icon name="bell" />
          {words.newForYou} <span className={styles.number}>{words.nUnread(total)}</span>
        </h2>
        <MarkAll upTo={newest.id} />
      </div>
      <InboxRows items={unread.slice(0, maxShown)} />
      {total > maxShown && (
        <p className={styles.more}>
          <Link href="/?show=inbox">{words.showAll(total)}</Link>
        </p>
      )}
    </section>
  )
}

/** All items of the inbox, read and unread. */
export function InboxList({ offset }: { readonly offset: number }): ReactNode {
  const page = useInboxPage(offset)
  return (
    <Loaded from={page} skeleton={<Skeleton shape="rows" />}>
      {({ body: { items, unread_count }, total = items.length, limit = items.length }) => {
        const [newest] = items
        if (newest === undefined) return <EmptyInbox />
        return (
          <section aria-label={words.inbox} className={styles.group}>
            <div className={styles.head}>
              <p className={styles.number}>{words.nItems(total)}</p>
              {unread_count > 0 && offset === 0 && <MarkAll upTo={newest.id} />}
            </div>
            <InboxRows items={items} />
            <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery('/', { show: 'inbox', offset: to })} />
          </section>
        )
      }}
    </Loaded>
  )
}

const EmptyInbox = (): ReactNode => (
  <EmptyState
    icon="bell"
    title={words.noneInbox}
    action={<LinkButton href="/projects">{texts.states.toProjects}</LinkButton>}
  >
    {words.noneInboxText}
  </EmptyState>
)

/** Later items keep their mark: the user has not seen them. */
const MarkAll = ({ upTo }: { readonly upTo: number }): ReactNode => (
  <Button
    kind="quiet"
    icon="check"
    onPress={() => void reportFailure(markItems({ read: 'all', up_to: upTo }), words.allMarked)}
  >
    {words.markAll}
  </Button>
)

const InboxRows = ({ items }: { readonly items: readonly InboxItem[] }): ReactNode => (
  <ul>
    {items.map((item) => (
      <InboxRow key={item.id} item={item} />
    ))}
  </ul>
)

function InboxRow({ item }: { readonly item: InboxItem }): ReactNode {
  const { id, reason, kind, date, is_read: isRead, actor, artifact, comment } = item
  const { full_status: status, is_open: isOpen, xref } = artifact
  const title = artifact.title || xref
  const name = actor === null ? words.anyone : getUserName(actor)
  const mark = (to: boolean): Promise<void> => reportFailure(markItems({ read: [id], is_read: to }))
  return (
    <li className={joinClasses(styles.row, !isRead && styles.unread)}>
      <StatusMark stage={isOpen ? 'early' : 'done'} color={status?.color ?? null} />
      <span className={styles.id}>#{artifact.id}</span>
      <span className={styles.words}>
        {!isRead && <VisuallyHidden>{words.unread} </VisuallyHidden>}
        <Link
          href={`/artifacts/${artifact.id}`}
          title={`${xref} ${artifact.title ?? ''}`}
          onClickCapture={() => {
            if (!isRead) void mark(true)
          }}
        >
          {title}
        </Link>
        <span className={styles.what} title={comment ?? undefined}>
          {comment === null ? words.kinds[kind](name) : words.quote(name, comment)}
        </span>
      </span>
      <span className={styles.reason}>{words.reasons[reason]}</span>
      <span className={styles.date}>
        <DateTime at={date} />
      </span>
      {actor !== null && <UserBadge user={actor} isNameHidden isLarge />}
      <span className={styles.mark}>
        <IconButton
          icon={isRead ? 'bell' : 'check'}
          label={isRead ? words.markUnread(title) : words.markRead(title)}
          onPress={() => void mark(!isRead)}
        />
      </span>
    </li>
  )
}
