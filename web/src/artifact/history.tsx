import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type ListResult, readList } from '../data/client.ts'
import type { Failure } from '../data/failure.ts'
import { type HistoryEntry, type HistoryFilter, hasComment } from '../data/history.ts'
import { buildQueryKey } from '../data/queries.ts'
import { historyQuery } from '../data/route-queries.ts'
import { useSession } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { DateTime } from '../design/date-time.tsx'
import { Icon } from '../design/icon.tsx'
import { Link } from '../design/link.tsx'
import { Notice } from '../design/notice.tsx'
import { Section } from '../design/section.tsx'
import { Segments } from '../design/segments.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { useFocusGroup } from '../design/use-focus-group.ts'
import { UserBadge } from '../design/user-badge.tsx'
import { texts } from '../texts/texts.ts'
import { ChangesetAuthor } from './changeset-author.tsx'
import { Comment } from './comment.tsx'
import { CommentForm } from './comment-form.tsx'
import styles from './history.module.css'
import { useLinkedEntry } from './use-linked-entry.ts'
import { ChangedValue } from './value-changes.tsx'

const words = texts.artifact

/** Links and menus of the stream, except those of open editors and messages. */
const items = ':is(a[href], button):not(form *, [role="alert"] *)'

interface HistoryProps {
  readonly artifact: number
  readonly project: number
  /** Whether the user can add a comment. */
  readonly canComment: boolean
}

/** Comments and changes, newest last, then the box for a new comment. */
export function History({ artifact, project, canComment }: HistoryProps): ReactNode {
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const stream = useRef<HTMLOListElement>(null)
  useFocusGroup(stream, { items, direction: 'vertical' })
  const { data: session } = useSession()
  const { path, query } = historyQuery(artifact)
  const history = useInfiniteQuery<ListResult<HistoryEntry>, Failure>({
    queryKey: buildQueryKey(path),
    queryFn: ({ pageParam, signal }) => readList(path, { ...query, offset: Number(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  // Pages begin with the newest entry.
  const entries = (history.data?.pages.flatMap(({ items }) => items) ?? []).toReversed()
  useLinkedEntry(
    entries.map(({ id }) => id),
    history.hasNextPage && !history.isFetching && history.error === null ? history.fetchNextPage : undefined,
  )
  const first = history.hasNextPage ? undefined : entries[0]
  const user = session?.user
  return (
    <div className={styles.history} data-section="history">
      <Section
        title={words.history}
        count={history.data === undefined || history.hasNextPage ? undefined : countEntries(entries)}
        actions={
          <span className={styles.actions} data-screen>
            <span data-start>
              <Segments
                label={words.historyShown}
                options={[
                  { value: 'all', label: words.historyAll },
                  { value: 'comments', label: words.comments.title },
                  { value: 'changes', label: words.comments.changes },
                ]}
                value={filter}
                onChange={setFilter}
              />
            </span>
            <Link href={`/artifacts/${artifact}/history`}>{words.fullHistory.open}</Link>
          </span>
        }
      >
        {history.error && <Notice kind="negative" title={texts.states.failed} />}
        {history.data === undefined && history.error === null && <Skeleton shape="lines" />}
        {history.hasNextPage && (
          <div>
            <Button isPending={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
              {words.comments.earlier}
            </Button>
          </div>
        )}
        <ol ref={stream} className={styles.stream}>
          {entries.map((entry) => (
            <Entry key={entry.id} {...{ artifact, entry, filter }} isFirst={entry === first} />
          ))}
        </ol>
        {canComment && user != null && user.id !== null && (
          <CommentForm artifact={artifact} project={project} user={{ ...user, id: user.id }} />
        )}
      </Section>
    </div>
  )
}

/** How many comments and changesets the stream shows, the first one included. */
function countEntries(entries: readonly HistoryEntry[]): string {
  const comments = entries.filter(hasComment).length
  const changes = entries.filter((entry, n) => isChange(entry, n === 0)).length
  return words.comments.countOf(comments, changes)
}

const isChange = ({ changes }: HistoryEntry, isFirst: boolean): boolean => isFirst || (changes ?? []).length > 0

interface EntryProps {
  readonly artifact: number
  readonly entry: HistoryEntry
  readonly filter: HistoryFilter
  readonly isFirst: boolean
}

/** A changeset: its changes in a line or a list, and its comment in a box. */
function Entry({ artifact, entry, filter, isFirst }: EntryProps): ReactNode {
  const isCommented = hasComment(entry) && filter !== 'changes'
  const isChanged = filter !== 'comments' && isChange(entry, isFirst)
  if (!isCommented && !isChanged) return null
  return (
    <li className={styles.event} id={`comment-${entry.id}`}>
      {isChanged && (
        <div className={styles.item}>
          <span className={styles.sign}>
            <Icon name={isFirst ? 'plus' : 'edit'} />
          </span>
          <Changes entry={entry} isFirst={isFirst} />
        </div>
      )}
      {isCommented && (
        <div className={styles.item}>
          <span className={styles.avatar}>
            {entry.submitted_by_details !== null && (
              <UserBadge user={entry.submitted_by_details} isNameHidden isLarge />
            )}
          </span>
          <Comment artifact={artifact} entry={entry} />
        </div>
      )}
    </li>
  )
}

function Changes({ entry, isFirst }: Pick<EntryProps, 'entry' | 'isFirst'>): ReactNode {
  const changes = entry.changes ?? []
  const [only] = changes
  const date = (
    <a href={`#comment-${entry.id}`} className={styles.date}>
      <DateTime at={entry.submitted_on} />
    </a>
  )
  if (isFirst)
    return (
      <p className={styles.line}>
        <ChangesetAuthor changeset={entry} />
        <span>{words.created}</span>
        {date}
      </p>
    )
  if (changes.length === 1 && only !== undefined)
    return (
      <div className={styles.line}>
        <ChangesetAuthor changeset={entry} />
        <span>{words.changed(only.label)}</span>
        <ChangedValue change={only} />
        {date}
      </div>
    )
  return (
    <div className={styles.list}>
      <p className={styles.line}>
        <ChangesetAuthor changeset={entry} />
        <span>{words.comments.madeChanges(changes.length)}</span>
        {date}
      </p>
      <dl>
        {changes.map((change) => (
          <div key={change.field_id}>
            <dt>{change.label}</dt>
            <dd>
              <ChangedValue change={change} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
