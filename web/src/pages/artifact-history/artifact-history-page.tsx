import { type ReactNode, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import { ChangesetAuthor } from '../../artifact/changeset-author.tsx'
import { Comment } from '../../artifact/comment.tsx'
import { LiveUpdates } from '../../artifact/live-updates.tsx'
import { ChangedValue, isLongChange } from '../../artifact/value-changes.tsx'
import { type OpenArtifact, useArtifact } from '../../data/artifacts.ts'
import { type HistoryEntry, hasComment } from '../../data/history.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useList, useResource } from '../../data/queries.ts'
import { filteredHistoryQuery } from '../../data/route-queries.ts'
import { useSession } from '../../data/session.ts'
import { useTracker } from '../../data/trackers.ts'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useIdle } from '../../design/use-idle.ts'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { FieldContextProvider } from '../../fields/field-context.tsx'
import { LinkedArtifactsContext } from '../../fields/values/linked-artifacts.ts'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './artifact-history-page.module.css'

const words = texts.artifact.fullHistory

/** Elements without values, and values that the server computes or sets itself, have no history. */
const typesWithoutHistory = new Set(
  'fieldset column linebreak separator staticrichtext aid atid priority subby subon luby lud cross burndown burnup'.split(
    ' ',
  ),
)

/** All changes of an artifact, the newest first; `?field=`, `?user=` and `?changeset=` filter them. */
export function ArtifactHistoryPage({ params }: PageProps): ReactNode {
  const artifact = useArtifact(params['id'] ?? '')
  const project = artifact.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: artifact.data?.tracker.id ?? null },
  )
  return <QueryResult from={artifact}>{(data) => <Content key={data.id} artifact={data} />}</QueryResult>
}

function Content({ artifact }: { readonly artifact: OpenArtifact }): ReactNode {
  const search = new URLSearchParams(useSearch())
  const { path, query } = filteredHistoryQuery(artifact.id, search)
  const history = useList<HistoryEntry>(path, query)
  const [field, user, changeset] = ['field', 'user', 'changeset'].map((name) => search.get(name) ?? '')
  const place = `/artifacts/${artifact.id}/history`
  const isFiltered = field !== '' || user !== ''
  // No part of the first view: until it is known, a status is shown by its color alone.
  const isIdle = useIdle()
  const tracker = useTracker(isIdle ? artifact.tracker.id : undefined).data
  const context = useMemo(
    () =>
      tracker && { artifact: artifact.id, project: tracker.project.id, tracker, values: new Map(), frozen: new Map() },
    [artifact.id, tracker],
  )
  return (
    <LinkedArtifactsContext value={artifact.linked_artifacts}>
      <PageHead
        title={words.title(artifact.xref)}
        path={[
          { title: artifact.project.label, href: `/projects/${artifact.project.id}` },
          { title: artifact.tracker.label, href: `/trackers/${artifact.tracker.id}` },
          { title: artifact.title || artifact.xref, href: `/artifacts/${artifact.id}` },
        ]}
      />
      {changeset ? (
        <div className={styles.one}>
          <Notice title={words.one}>
            <Link href={place}>{words.showAll}</Link>
          </Notice>
        </div>
      ) : (
        <Filters artifact={artifact} entries={history.data?.items ?? []} {...{ place, field, user }} />
      )}
      <div className={styles.changes}>
        <LiveUpdates artifact={artifact.id} project={artifact.project.id} />
        <FieldContextProvider value={context ?? null}>
          <Loaded from={history} skeleton={<Skeleton shape="lines" rows={8} />}>
            {({ items, total, limit, offset }) =>
              items.length === 0 ? (
                <EmptyState
                  icon="clock"
                  title={words.none}
                  action={isFiltered && <Link href={place}>{words.clear}</Link>}
                />
              ) : (
                <>
                  <VisuallyHidden isBlock>
                    <h2>{words.label}</h2>
                  </VisuallyHidden>
                  <ol className={styles.entries} aria-label={words.label}>
                    {items.map((entry) => (
                      <Entry key={entry.id} {...{ artifact, entry, place }} />
                    ))}
                  </ol>
                  <Pager
                    {...{ offset, limit, total }}
                    hrefAt={(to) => withQuery(place, { field: field ?? '', user: user ?? '', offset: to })}
                    names={{ previous: words.newer, next: words.older }}
                  />
                </>
              )
            }
          </Loaded>
        </FieldContextProvider>
      </div>
    </LinkedArtifactsContext>
  )
}

interface FiltersProps {
  readonly artifact: OpenArtifact
  readonly entries: readonly HistoryEntry[]
  readonly place: string
  readonly field: string | undefined
  readonly user: string | undefined
}

function Filters({ artifact, entries, place, field = '', user = '' }: FiltersProps): ReactNode {
  const [, navigate] = useLocation()
  // The choices are no part of the first view, except the names of what the URL chooses.
  const isIdle = useIdle()
  const [isNear, setNear] = useState(false)
  const isWanted = isIdle || isNear || field !== '' || user !== ''
  const tracker = useTracker(isWanted ? artifact.tracker.id : undefined)
  const users = useUsers(artifact.project.id, entries, isWanted)
  const fields = (tracker.data?.fields ?? []).filter(({ type }) => !typesWithoutHistory.has(type))
  const show = (next: { readonly field?: string; readonly user?: string }): void =>
    navigate(withQuery(place, { field, user, ...next }), { replace: true })
  return (
    <div className={styles.filters}>
      <Filter
        // The browser keeps no choice whose option arrives later.
        key={`field ${field} ${fields.some(({ field_id }) => String(field_id) === field)}`}
        label={words.field}
        all={words.allFields}
        value={field}
        options={fields.map(({ field_id, label }) => ({ value: String(field_id), label }))}
        onApproach={() => setNear(true)}
        onChange={(next) => show({ field: next })}
      />
      <Filter
        key={`user ${user} ${users.some(({ id }) => String(id) === user)}`}
        label={words.user}
        all={words.allUsers}
        value={user}
        options={users.map((each) => ({ value: String(each.id), label: getUserName(each) }))}
        onApproach={() => setNear(true)}
        onChange={(next) => show({ user: next })}
      />
    </div>
  )
}

interface FilterProps {
  readonly label: string
  readonly all: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The pointer or the focus reached it. */
  readonly onApproach: () => void
  readonly onChange: (value: string) => void
}

const Filter = ({ label, all, value, options, onApproach, onChange }: FilterProps): ReactNode => (
  <label className={styles.filter}>
    {label}
    <select
      defaultValue={value}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)

/** The authors of the shown changes, and for members the members of the project. */
function useUsers(
  project: number,
  entries: readonly HistoryEntry[],
  isWanted: boolean,
): readonly MinimalUserRepresentation[] {
  const isSignedIn = useSession().data?.user != null
  const members = useResource<readonly MinimalUserRepresentation[]>(
    `/projects/${project}/user_suggestions`,
    { limit: 50 },
    { isWanted: isWanted && isSignedIn },
  )
  const authors = entries.flatMap(({ submitted_by_details }) => submitted_by_details ?? [])
  const users = new Map([...(members.data ?? []), ...authors].map((each) => [each.id, each]))
  return [...users.values()].sort((a, b) => getUserName(a).localeCompare(getUserName(b)))
}

interface EntryProps {
  readonly artifact: OpenArtifact
  readonly entry: HistoryEntry
  readonly place: string
}

/** One changeset: its author and date, its values from and to, its comment. */
function Entry({ artifact, entry, place }: EntryProps): ReactNode {
  const changes = entry.changes ?? []
  const isFirst =
    entry.submitted_on === artifact.submitted_on &&
    entry.submitted_by === artifact.submitted_by &&
    changes.every(({ before }) => before === null || isEmptyLink(before))
  // A short value fits on the line.
  const [short] = isFirst || changes.length > 1 ? [] : changes.filter((change) => !isLongChange(change))
  return (
    <li id={`comment-${entry.id}`} className={styles.entry}>
      <span className={styles.avatar}>
        {entry.submitted_by_details !== null && <UserBadge user={entry.submitted_by_details} isNameHidden isLarge />}
      </span>
      <div className={styles.content}>
        {(isFirst || changes.length > 0) && (
          <div className={styles.line}>
            <ChangesetAuthor changeset={entry} />
            <span>{isFirst ? words.createdWith(changes.length) : describeChanges(changes)}</span>
            {short && <ChangedValue change={short} />}
            <Link href={withQuery(place, { changeset: entry.id })} className={styles.date} title={words.permalink}>
              <DateTime at={entry.submitted_on} />
            </Link>
          </div>
        )}
        {short === undefined && changes.length > 0 && (
          <dl>
            {changes.map((change) => (
              <div key={change.field_id} className={joinClasses(!isFirst && changes.length === 1 && styles.only)}>
                {changes.length > 1 || isFirst ? <dt>{change.label}</dt> : null}
                <dd>
                  <ChangedValue change={change} isOpen={!isFirst} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {hasComment(entry) && <Comment artifact={artifact.id} entry={entry} />}
      </div>
    </li>
  )
}

function describeChanges(changes: NonNullable<HistoryEntry['changes']>): string {
  const [only] = changes
  return changes.length === 1 && only !== undefined
    ? texts.artifact.changed(only.label)
    : texts.artifact.comments.madeChanges(changes.length)
}

const isEmptyLink = (entry: NonNullable<HistoryEntry['changes']>[number]['before']): boolean =>
  entry !== null && 'reverse_links' in entry && entry.links.length === 0
