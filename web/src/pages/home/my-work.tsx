import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { WorkArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import { stageOfPlace } from '../../artifact/status-mark.tsx'
import { useUnreadInbox } from '../../data/inbox.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { ownArtifactsQuery, readOffset } from '../../data/route-queries.ts'
import { useSession } from '../../data/session.ts'
import { clearVisits } from '../../data/visits.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { getToday } from '../../design/calendar-day.ts'
import { EmptyState } from '../../design/empty-state.tsx'
import type { IconName } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { reportFailure } from '../../design/show-error.ts'
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

/** Open artifacts of the user in all projects, those that the user watches or has seen, and what is new. */
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
      <PageHead title={words.title} actions={<PageActions show={show} isEmpty={!artifacts.data?.items.length} />} />
      <div className={styles.page} data-narrow>
        <TabLinks
          label={words.which}
          links={[
            { href: '/', title: words.assigned },
            { href: '/?show=inbox', title: words.inbox, ...(count > 0 && { note: words.nUnread(count) }) },
            { href: '/?show=submitted', title: words.submitted },
            { href: '/?show=watched', title: words.watched },
            { href: '/?show=seen', title: words.recentlySeen },
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
                    {show === 'seen' ? (
                      <SeenWork artifacts={items} />
                    ) : (
                      <Work artifacts={items} total={total} isWatched={show === 'watched'} />
                    )}
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

function PageActions({ show, isEmpty }: { readonly show: string; readonly isEmpty: boolean }): ReactNode {
  const user = useSession().data?.user?.id ?? null
  if (show === 'inbox')
    return (
      <LinkButton kind="quiet" icon="settings" href="/account/notifications">
        {words.settings}
      </LinkButton>
    )
  if (show !== 'seen' || isEmpty || user === null) return null
  return (
    <Button kind="quiet" icon="trash" onPress={() => void reportFailure(clearVisits(user), words.seenCleared)}>
      {words.clearSeen}
    </Button>
  )
}

interface WorkProps {
  readonly artifacts: readonly ListedArtifact[]
  readonly total: number
  readonly isWatched: boolean
}

/** The order is that of the visits: neither project nor due date changes it. */
const SeenWork = ({ artifacts }: Pick<WorkProps, 'artifacts'>): ReactNode => (
  <WorkGroup
    title={words.recentlySeen}
    items={artifacts.map(describeItem)}
    today={getToday()}
    icon="eye"
    isProjectShown
  />
)

function Work({ artifacts, total, isWatched }: WorkProps): ReactNode {
  const today = getToday()
  const items = artifacts.map(describeItem)
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

/** What each list shows while it is empty; other names are that of open artifacts assigned to the user. */
const emptyLists: ReadonlyMap<string, readonly [icon: IconName, title: string, text: string]> = new Map([
  ['submitted', ['check', words.noneSubmitted, words.noneSubmittedText]],
  ['watched', ['eye', words.noneWatched, words.noneWatchedText]],
  ['seen', ['eye', words.noneSeen, words.noneSeenText]],
])

function NoWork({ show }: { readonly show: string }): ReactNode {
  const [icon, title, text] = emptyLists.get(show) ?? ['check', words.noneAssigned, words.noneAssignedText]
  return (
    <EmptyState icon={icon} title={title} action={<LinkButton href="/projects">{texts.states.toProjects}</LinkButton>}>
      {text}
    </EmptyState>
  )
}
