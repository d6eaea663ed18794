import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ChangesetRepresentation } from '../../../../src/artifacts/representations/changeset.ts'
import { type ListResult, readList } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { buildQueryKey } from '../../data/queries.ts'
import { historyQuery } from '../../data/route-queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Notice } from '../../design/notice.tsx'
import { RichText } from '../../design/rich-text.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { texts } from '../../texts/texts.ts'
import { buildEvents, type Event } from './changes.ts'
import styles from './history.module.css'

const words = texts.artifact

/** Comments and changes, newest last. */
export function History({ artifact }: { readonly artifact: number }): ReactNode {
  const [isCommentsOnly, setCommentsOnly] = useState(false)
  const { path, query } = historyQuery(artifact)
  const history = useInfiniteQuery<ListResult<ChangesetRepresentation>, Failure>({
    queryKey: buildQueryKey(path),
    queryFn: ({ pageParam, signal }) => readList(path, { ...query, offset: Number(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const events = buildEvents(history.data?.pages.flatMap(({ items }) => items) ?? [])
  const shown = isCommentsOnly ? events.filter(({ changeset }) => isComment(changeset)) : events.filter(isRelevant)
  return (
    <Section
      title={words.history}
      actions={
        <Button
          kind="quiet"
          icon={isCommentsOnly ? 'check' : undefined}
          onPress={() => setCommentsOnly(!isCommentsOnly)}
        >
          {words.historyComments}
        </Button>
      }
    >
      {history.error && <Notice kind="negative" title={texts.states.failed} />}
      {history.data === undefined && history.error === null && <Skeleton shape="lines" />}
      {history.data !== undefined && shown.length === 0 && <p className={styles.nothing}>{words.noHistory}</p>}
      <ol className={styles.stream}>
        {shown.map((event) => (
          <HistoryEvent key={event.changeset.id} event={event} />
        ))}
      </ol>
      {history.hasNextPage && (
        <div>
          <Button isPending={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </Section>
  )
}

const isComment = ({ last_comment }: ChangesetRepresentation): boolean => last_comment.post_processed_body !== ''

const isRelevant = ({ changeset, changed, isFirst }: Event): boolean =>
  isFirst || changed.length > 0 || isComment(changeset)

function HistoryEvent({ event: { changeset, isFirst, changed, isEdited } }: { readonly event: Event }): ReactNode {
  const comment = changeset.last_comment
  const isPrivate = comment.ugroups !== null && comment.ugroups.length > 0
  const done = [
    isFirst && words.created,
    changed.length > 0 && words.changed(changed.join(', ')),
    isComment(changeset) && words.commented,
  ].filter(Boolean)
  return (
    <li className={styles.event} id={`comment-${changeset.id}`}>
      <p className={styles.line}>
        <Author changeset={changeset} />
        <span>{done.join(', ')}</span>
        <DateTime at={changeset.submitted_on} />
      </p>
      {isComment(changeset) && (
        <div className={joinClasses(styles.comment, isPrivate && styles.private)}>
          {isPrivate && (
            <Badge kind="caution">
              <Icon name="lock" />
              {words.onlyFor(comment.ugroups?.map(({ label }) => label).join(', ') ?? '')}
            </Badge>
          )}
          <RichText html={comment.post_processed_body} />
          {isEdited && (
            <p className={styles.edited}>
              {words.edited} <DateTime at={changeset.last_modified_date} />
            </p>
          )}
        </div>
      )}
    </li>
  )
}

const Author = ({ changeset }: { readonly changeset: ChangesetRepresentation }): ReactNode =>
  changeset.submitted_by_details === null ? (
    <strong>{changeset.email ?? words.someone}</strong>
  ) : (
    <strong>
      <UserBadge user={changeset.submitted_by_details} />
    </strong>
  )
