import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { WorkArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import { stageOfPlace } from '../../artifact/status-mark.tsx'
import { useUnreadInbox } from '../../data/inbox.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { ownArtifactsQuery, readOffset } from '../../data/route-queries.ts'
import { LinkButton } from '../../design/button.tsx'
import { getToday } from '../../design/calendar-day.ts'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import { texts } from '../../texts/texts.ts'
import { InboxList, UnreadItems } from './inbox.tsx'
import styles from './my-work.module.css'
import { groupWork, type WorkItem } from './work-groups.ts'
import { WorkGroup } from './work-rows.tsx'

const words = texts.myWork

/** What the list answers, with the members that its query includes. */
type ListedArtifact = Pick<
  WorkArtifactRepresentation,
  'id' | 'xref' | 'title' | 'tracker' | 'full_status' | 'is_open' | 'status_place' | 'due_date'
>

/** Open artifacts of the user in all projects, those that the user watches, and what is new. */
export function MyWork(): ReactNode {
  const parameters = new URLSearchParams(useSearch())
  const show = parameters.get('show') ?? ''
  const isInbox = show === 'inbox'
  const offset = readOffset(parameters)
  const { path, query } = ownArtifactsQuery(parameters)
  const artifacts = useList<ListedArtifact>(path, query, { isWanted: !isInbox })
  // The list comes first: it is what the page is opened for.
  const { data: unread } = useUnreadInbox(isInbox || !artifacts.isPending)
  const count = unread?.unread_count ?? 0
  return (
    <>
      <PageHead
        title={words.title}
        actions={
          isInbox && (
            <LinkButton kind="quiet" icon="settings" href="/account/notifications">
              {words.settings}
            </LinkButton>
          )
        }
      />
      <div className={styles.page} data-narrow>
        <TabLinks
          label={words.which}
          links={[
            { href: '/', title: words.assigned },
            { href: '/?show=inbox', title: words.inbox, ...(count > 0 && { note: words.nUnread(count) }) },
            { href: '/?show=submitted', title: words.submitted },
            { href: '/?show=watched', title: words.watched },
          ]}
        />
        {isInbox ? (
          <InboxList offset={offset} />
        ) : (
          <>
            <Loaded from={artifacts} skeleton={<Skeleton shape="rows" />}>
              {({ items, total, limit }) =>
                items.length === 0 ? (
                  <NoWork show={show} />
                ) : (
                  <>
                    <Work listed={items} total={total} isWatched={show === 'watched'} />
                    <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery('/', { show, offset: to })} />
                  </>
                )
              }
            </Loaded>
            {show === '' && unread !== undefined && <UnreadItems items={unread.items} total={count} />}
          </>
        )}
      </div>
    </>
  )
}

interface WorkProps {
  readonly listed: readonly ListedArtifact[]
  readonly total: number
  readonly isWatched: boolean
}

function Work({ listed, total, isWatched }: WorkProps): ReactNode {
  const today = getToday()
  const items = listed.map(describeItem)
  const { overdue, projects } = groupWork(items, today)
  return (
    <>
      <p className={styles.count}>{isWatched ? words.nWatched(total) : words.nOpen(total)}</p>
      {overdue.length > 0 && (
        <WorkGroup title={words.overdue} items={overdue} today={today} icon="clock" isProjectShown />
      )}
      {projects.map(({ id, label, items: ofProject }) => (
        <WorkGroup key={id} title={label} items={ofProject} today={today} icon="folder" />
      ))}
    </>
  )
}

const describeItem = ({ id, xref, title, tracker, ...work }: ListedArtifact): WorkItem => ({
  id,
  xref,
  title,
  tracker,
  status: work.full_status,
  stage: stageOfPlace(work.is_open, work.status_place),
  isOpen: work.is_open,
  // The time zone of the date is that of the site, as in the fields of the artifact.
  dueDay: work.due_date?.slice(0, 10) ?? null,
})

const NoWork = ({ show }: { readonly show: string }): ReactNode => (
  <EmptyState
    icon={show === 'watched' ? 'eye' : 'check'}
    title={show === 'watched' ? words.noneWatched : show === 'submitted' ? words.noneSubmitted : words.noneAssigned}
    action={<LinkButton href="/projects">{texts.states.toProjects}</LinkButton>}
  >
    {show === 'watched'
      ? words.noneWatchedText
      : show === 'submitted'
        ? words.noneSubmittedText
        : words.noneAssignedText}
  </EmptyState>
)
