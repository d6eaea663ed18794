import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { JobNumbersRepresentation, JobRepresentation } from '../../../../src/monitoring/representations/job.ts'
import { type ListResult, readList, sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { withQuery } from '../../data/page-offset.ts'
import { buildQueryKey, useChange, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { monitoringTexts } from '../../texts/part-texts/monitoring-texts.ts'
import { texts } from '../../texts/texts.ts'

const words = monitoringTexts.jobs
const path = '/site/jobs'
const limit = 50
const states = ['failed', 'running', 'waiting'] as const
/** Jobs come and go: the page reads them again while it is in view. */
const renewMs = 15_000

type Job = JobRepresentation
type State = Job['state']

/** Background jobs, filtered by the URL of the page. */
export const SiteJobsPage = (): ReactNode => (
  <SiteFrame title={texts.site.jobs} intro={words.intro}>
    <Jobs />
  </SiteFrame>
)

const nameKind = (kind: string): string => words.kinds[kind] ?? kind

function Jobs(): ReactNode {
  const search = new URLSearchParams(useSearch())
  const kind = search.get('kind') ?? ''
  const state = states.find((each) => each === search.get('state'))
  const { data: counts = [] } = useResource<readonly JobNumbersRepresentation[]>('/job_counts')
  return (
    <div className={styles.page}>
      {counts.length > 0 && (
        <Section title={words.counts} width="narrow">
          <Table isStacked label={words.countsLabel} columns={countColumns} rows={counts} keyOf={(row) => row.kind} />
        </Section>
      )}
      <Section title={words.list}>
        {(counts.length > 0 || kind !== '' || state !== undefined) && (
          <Filters key={`${kind} ${state}`} kind={kind} state={state} kinds={counts.map((each) => each.kind)} />
        )}
        <List kind={kind} state={state} />
      </Section>
    </div>
  )
}

const countColumns: readonly Column<JobNumbersRepresentation>[] = [
  {
    key: 'kind',
    title: words.kind,
    isRowHead: true,
    cell: ({ kind }) => <Link href={withQuery(path, { kind })}>{nameKind(kind)}</Link>,
  },
  {
    key: 'failed',
    title: words.states.failed,
    align: 'end',
    cell: ({ kind, failed: n }) =>
      n === 0 ? (
        n
      ) : (
        <Link href={withQuery(path, { kind, state: 'failed' })} aria-label={words.failedOf(nameKind(kind), n)}>
          {n}
        </Link>
      ),
  },
  { key: 'running', title: words.states.running, align: 'end', cell: ({ running }) => running },
  { key: 'waiting', title: words.states.waiting, align: 'end', cell: ({ waiting }) => waiting },
]

interface FiltersProps {
  readonly kind: string
  readonly state: State | undefined
  readonly kinds: readonly string[]
}

function Filters({ kind, state, kinds }: FiltersProps): ReactNode {
  const [, navigate] = useLocation()
  const offered = kind === '' || kinds.includes(kind) ? kinds : [kind, ...kinds]
  return (
    <div className={styles.filters}>
      <Form
        isLeftFreely
        label={words.submit}
        onSend={async (values) => navigate(withQuery(path, { kind: values.text('kind'), state: values.text('state') }))}
      >
        <Select
          key={offered.length}
          name="kind"
          label={words.kind}
          defaultValue={kind}
          options={[
            { value: '', label: words.everyKind },
            ...offered.map((value) => ({ value, label: nameKind(value) })),
          ]}
        />
        <Select
          name="state"
          label={words.state}
          defaultValue={state ?? ''}
          options={[
            { value: '', label: words.everyState },
            ...states.map((value) => ({ value, label: words.states[value] })),
          ]}
        />
        <FormActions>
          <Button type="submit" icon="search">
            {words.submit}
          </Button>
          {(kind !== '' || state !== undefined) && (
            <LinkButton kind="quiet" href={path}>
              {words.clear}
            </LinkButton>
          )}
        </FormActions>
      </Form>
    </div>
  )
}

function List({ kind, state }: Pick<FiltersProps, 'kind' | 'state'>): ReactNode {
  const query = { limit, kind: kind || undefined, state }
  const jobs = useInfiniteQuery<ListResult<Job>, Failure>({
    queryKey: [...buildQueryKey('/jobs', query), 'list'],
    queryFn: ({ pageParam, signal }) => readList('/jobs', { ...query, offset: Number(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: renewMs,
  })
  return (
    <Loaded from={jobs} skeleton={<Skeleton shape="rows" />}>
      {({ pages }) => {
        // A job that has moved in the queue meanwhile can be on two pages.
        const items = [...new Map(pages.flatMap((page) => page.items).map((job) => [job.id, job])).values()]
        const total = pages.at(-1)?.total ?? items.length
        if (items.length === 0)
          return kind === '' && state === undefined ? (
            <EmptyState icon="check" title={words.none}>
              {words.noneText}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={words.noneFound} />
          )
        return (
          <>
            <p className={styles.count}>{words.total(total)}</p>
            <Table
              isStacked
              label={words.listLabel}
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
              total={total}
            />
            {jobs.hasNextPage && (
              <div data-screen>
                <Button isPending={jobs.isFetchingNextPage} onPress={() => void jobs.fetchNextPage()}>
                  {words.more}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const kindOf = { waiting: 'neutral', running: 'info', failed: 'negative' } as const

const columns: readonly Column<Job>[] = [
  {
    key: 'kind',
    title: words.kind,
    isRowHead: true,
    cell: ({ kind, subject, id }) => (
      <span className={styles.name}>
        {nameKind(kind)}
        <span className={styles.count} lang="en">
          {subject === '' ? `#${id}` : `#${id} · ${subject}`}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    title: words.state,
    isNarrow: true,
    cell: ({ state }) => (
      <span>
        <Badge kind={kindOf[state]}>{words.states[state]}</Badge>
      </span>
    ),
  },
  { key: 'attempts', title: words.attempts, align: 'end', cell: ({ attempts }) => attempts },
  { key: 'created', title: words.createdOn, cell: ({ created_on: at }) => (at === null ? '–' : <DateTime at={at} />) },
  { key: 'next', title: words.nextAttempt, cell: ({ next_attempt_on: at }) => <NextAttempt at={at} /> },
  {
    key: 'error',
    title: words.lastError,
    cell: ({ last_error: error }) =>
      error === null ? (
        '–'
      ) : (
        // As the server or another one wrote it.
        <span className={styles.text} lang="en">
          {error}
        </span>
      ),
  },
  { key: 'node', title: words.node, cell: ({ node }) => <span className={styles.text}>{node ?? '–'}</span> },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    isNarrow: true,
    cell: (job) => <Actions job={job} />,
  },
]

function NextAttempt({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return '–'
  return Date.parse(at) <= Date.now() ? words.now : <DateTime at={at} as="exact" />
}

const renewed = ['/jobs', '/job_counts', '/site_health']

/** A running job ends by itself. Administrators who may only read change nothing. */
function Actions({ job: { id, kind, state } }: { readonly job: Job }): ReactNode {
  const { data: session } = useSession()
  const retry = useChange(() => sendChange('POST', `/jobs/${id}/retry`), renewed)
  const remove = useChange(() => sendChange('DELETE', `/jobs/${id}`), renewed)
  if (state === 'running' || session?.is_site_administrator !== true) return null
  return (
    <div className={styles.rowActions} data-screen>
      <Button
        label={words.retryOf(id)}
        isPending={retry.isPending}
        onPress={() => void reportFailure(retry.mutateAsync(undefined), words.retried(id))}
      >
        {words.retry}
      </Button>
      {/* The server keeps the schedule of backups. */}
      {kind !== 'create-backup' && (
        <Confirm
          trigger={
            <Button kind="quiet" label={words.removeOf(id)}>
              {words.remove}
            </Button>
          }
          title={words.removeTitle(id)}
          action={words.remove}
          onConfirm={async () => {
            await remove.mutateAsync(undefined)
            showToast(words.removed(id))
          }}
        >
          {words.removeText(nameKind(kind))}
        </Confirm>
      )}
    </div>
  )
}
