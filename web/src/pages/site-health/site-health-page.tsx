import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type {
  HealthItemRepresentation,
  SiteHealthRepresentation,
} from '../../../../src/monitoring/representations/site-health.ts'
import { readResource } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { formatBytes } from '../../data/format-bytes.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { announce } from '../../design/announce.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { formatNumber } from '../../design/format-number.ts'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { monitoringTexts } from '../../texts/part-texts/monitoring-texts.ts'
import { texts } from '../../texts/texts.ts'
import { formatDuration } from './format-duration.ts'

const words = monitoringTexts.health
const path = '/site_health'
const queryKey = buildQueryKey(path)
/** Only while the page is in view. */
const renewMs = 60_000

type Item = HealthItemRepresentation
type State = Item['state']
type Node = SiteHealthRepresentation['nodes'][number]

/** What the server needs, and its state. */
export const SiteHealthPage = (): ReactNode => (
  <SiteFrame title={texts.site.health} intro={words.intro} actions={<Refresh />}>
    <Health />
  </SiteFrame>
)

function Refresh(): ReactNode {
  const [isPending, setPending] = useState(false)
  const refresh = async (): Promise<void> => {
    setPending(true)
    await queryCache.refetchQueries({ queryKey })
    setPending(false)
    const health = queryCache.getQueryData<SiteHealthRepresentation>(queryKey)
    if (health !== undefined) announce(words.overall[health.state])
  }
  return (
    <Button isPending={isPending} onPress={() => void refresh()}>
      {words.refresh}
    </Button>
  )
}

function Health(): ReactNode {
  const health = useQuery<SiteHealthRepresentation, Failure>({
    queryKey,
    queryFn: ({ signal }) => readResource(path, undefined, signal),
    refetchInterval: renewMs,
  })
  useAnnouncedState(health.data?.state)
  return (
    <Loaded from={health} skeleton={<Skeleton shape="rows" />}>
      {({ state, checked_on: checkedOn, items, nodes }) => (
        <div className={styles.page}>
          <Notice kind={kinds[state]} title={words.overall[state]}>
            {words.checkedOn} <DateTime at={checkedOn} as="exact" />. {words.everyMinute}
          </Notice>
          <ul className={styles.list}>
            {byState(items).map((item) => (
              <ItemCard key={item.name} item={item} />
            ))}
          </ul>
          {nodes.length > 0 && (
            <Section title={words.names.nodes} count={nodes.length}>
              <Table isStacked label={words.nodes} columns={columns} rows={nodes} keyOf={({ name }) => name} />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** A check that the page makes by itself is announced only if it changes the state. */
function useAnnouncedState(state: State | undefined): void {
  const last = useRef<State | undefined>(undefined)
  useEffect(() => {
    if (state !== undefined && last.current !== undefined && state !== last.current) announce(words.overall[state])
    last.current = state
  }, [state])
}

const kinds = { ok: 'positive', warning: 'caution', error: 'negative' } as const

/** What needs attention first. */
const byState = (items: readonly Item[]): readonly Item[] =>
  (['error', 'warning', 'ok'] as const).flatMap((state) => items.filter((item) => item.state === state))

const ItemCard = ({ item: { name, state, message, facts } }: { readonly item: Item }): ReactNode => (
  <li className={styles.card}>
    <div className={styles.head}>
      <div className={styles.name}>
        <h2>{words.names[name]}</h2>
        <Badge kind={kinds[state]}>{words.states[state]}</Badge>
      </div>
      {name === 'jobs' && <Link href="/site/jobs">{words.openJobs}</Link>}
      {name === 'failed_jobs' && state !== 'ok' && <Link href="/site/jobs?state=failed">{words.openFailed}</Link>}
    </div>
    <p>{message}</p>
    {facts.length > 0 && (
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{words.facts[fact.name]}</dt>
            <dd>
              <FactValue fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    )}
  </li>
)

function FactValue({ fact: { unit, value } }: { readonly fact: Item['facts'][number] }): ReactNode {
  switch (unit) {
    case 'bytes':
      return formatBytes(Number(value))
    case 'seconds':
      return formatDuration(Number(value))
    case 'count':
      return formatNumber(Number(value))
    case 'date':
      return <DateTime at={String(value)} as="exact" />
    case 'text':
      return words.kinds[value] ?? <span lang="en">{value}</span>
    default:
      return unit satisfies never
  }
}

const columns: readonly Column<Node>[] = [
  {
    key: 'name',
    title: words.node,
    isRowHead: true,
    cell: ({ name, is_own: isOwn, is_lost: isLost }) => (
      <span className={styles.name}>
        {name}
        {isOwn && <Badge kind="accent">{words.isOwn}</Badge>}
        {isLost && <Badge kind="caution">{words.isLost}</Badge>}
      </span>
    ),
  },
  { key: 'version', title: words.version, cell: ({ version }) => version },
  { key: 'started', title: words.startedOn, cell: ({ started_on: at }) => <DateTime at={at} /> },
  { key: 'seen', title: words.seenOn, cell: ({ seen_on: at }) => <DateTime at={at} /> },
]
