import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { BriefArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useLinkedArtifacts } from '../../artifact/linked-artifacts.ts'
import { type StatusStage, stageOf } from '../../artifact/status-mark.tsx'
import { useUnreadInbox } from '../../data/inbox.ts'
import { getDueDay, useTrackers } from '../../data/own-artifacts.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { ownArtifactsQuery, readOffset } from '../../data/route-queries.ts'
import { LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import { texts } from '../../texts/texts.ts'
import { InboxList, UnreadItems } from './inbox.tsx'
import styles from './my-work.module.css'
import { getToday, groupWork, type WorkItem } from './work-groups.ts'
import { WorkGroup } from './work-rows.tsx'

const words = texts.myWork

/** What the list answers: watched artifacts come with their status. */
type ListedArtifact = Pick<BriefArtifactRepresentation, 'id' | 'xref' | 'title' | 'tracker'> &
  Partial<Pick<BriefArtifactRepresentation, 'full_status' | 'is_open'>>

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
      <div className={styles.page}>
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

/** The rows are there at once; statuses and due dates follow. */
function Work({ listed, total, isWatched }: WorkProps): ReactNode {
  const known = useLinkedArtifacts(listed.map(({ id }) => id))
  const trackers = useTrackers(listed.map(({ tracker }) => tracker.id))
  const today = getToday()
  const items = listed.map((each) => describeItem(each, known.get(each.id), trackers.get(each.tracker.id)))
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

function describeItem(
  { id, xref, title, tracker, full_status = null, is_open = true }: ListedArtifact,
  artifact: ArtifactRepresentation | undefined,
  structure: TrackerRepresentation | undefined,
): WorkItem {
  const isOpen = artifact?.is_open ?? is_open
  return {
    id,
    xref,
    title,
    tracker,
    status: artifact?.full_status ?? full_status,
    stage: getStage(artifact, structure) ?? (isOpen ? 'early' : 'done'),
    isOpen,
    dueDay: artifact === undefined ? null : getDueDay(artifact, structure),
  }
}

/** The place of the status in its list decides its shape; undefined while that is not known. */
function getStage(
  artifact: ArtifactRepresentation | undefined,
  structure: TrackerRepresentation | undefined,
): StatusStage | undefined {
  const status = structure?.semantics.status
  const field = structure?.fields.find(({ field_id }) => field_id === status?.field_id)
  const entry = artifact?.values?.find(({ field_id }) => field_id === status?.field_id)
  if (status === undefined || !Array.isArray(field?.values)) return undefined
  if (entry === undefined || !('bind_value_ids' in entry)) return undefined
  const [value] = entry.bind_value_ids
  const order = field.values.map(({ id }) => Number(id))
  return value === undefined ? undefined : stageOf(Number(value), order, new Set(status.value_ids))
}

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
