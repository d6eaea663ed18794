import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ListResult, readList, sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import styles from '../administration.module.css'
import { DeliveryState } from './delivery-state.tsx'
import { type Delivery, isBeingSent, pollMs, type Webhook, type WebhookKind } from './webhook-kind.ts'
import own from './webhooks.module.css'

const limit = 10

interface DeliveriesProps<D extends Delivery> {
  readonly kind: WebhookKind<D>
  readonly webhook: Webhook
  readonly onChanged: () => Promise<void>
}

/** The log of a webhook, newest first; older deliveries are loaded on demand. */
export function Deliveries<D extends Delivery>({ kind, webhook, onChanged }: DeliveriesProps<D>): ReactNode {
  const path = `${kind.webhooks}/${webhook.id}/deliveries`
  const queryKey = buildQueryKey(path)
  const log = useInfiniteQuery<ListResult<D>, Failure>({
    queryKey,
    queryFn: ({ pageParam, signal }) => readList<D>(path, { limit, offset: Number(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isBeingSent)) ? pollMs : false),
  })
  const sendAgain = async ({ id }: D): Promise<void> => {
    await sendChange('POST', `${kind.deliveries}/${id}/replay`)
    await Promise.all([queryCache.invalidateQueries({ queryKey }), onChanged()])
  }
  return (
    <Loaded from={log} skeleton={<Skeleton shape="rows" rows={2} />}>
      {({ pages }) => {
        // New deliveries move those of the next page.
        const deliveries = [...new Map(pages.flatMap(({ items }) => items).map((each) => [each.id, each])).values()]
        if (deliveries.length === 0) return <p>{words.noDeliveries}</p>
        return (
          <div className={own.log}>
            <Table
              isStacked
              label={words.deliveriesOf(webhook.url)}
              columns={listColumns(
                kind,
                webhook,
                (delivery) => void reportFailure(sendAgain(delivery), words.sentAgain),
              )}
              rows={deliveries}
              keyOf={({ id }) => id}
              total={pages[0]?.total ?? deliveries.length}
            />
            {log.error !== null && <Notice kind="negative" title={log.error.message} />}
            {log.hasNextPage && (
              <div>
                <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
                  {words.older}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

const listColumns = <D extends Delivery>(
  { subject }: WebhookKind<D>,
  { is_enabled: isEnabled }: Webhook,
  onSendAgain: (delivery: D) => void,
): readonly Column<D>[] => [
  {
    key: 'subject',
    title: subject.title,
    isRowHead: true,
    cell: (delivery) => (
      <span className={styles.name}>
        {subject.cell(delivery)}
        {delivery.replay_of !== null && <Badge>{words.repeated}</Badge>}
      </span>
    ),
  },
  { key: 'at', title: words.at, cell: ({ created_on: at }) => <DateTime at={at} /> },
  { key: 'state', title: words.state, cell: (delivery) => <DeliveryState state={delivery.state} /> },
  { key: 'attempts', title: words.attempts, align: 'end', cell: ({ attempts }) => attempts },
  { key: 'answer', title: words.answer, cell: (delivery) => <Answer of={delivery} /> },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    cell: (delivery) =>
      isEnabled &&
      // Others have no body yet, or will never have one.
      (delivery.state === 'delivered' || delivery.state === 'failed') && (
        <div className={styles.rowActions} data-screen>
          <Button kind="quiet" label={words.sendAgainOf(delivery.id)} onPress={() => onSendAgain(delivery)}>
            {words.sendAgain}
          </Button>
        </div>
      ),
  },
]

function Answer({ of }: { readonly of: Delivery }): ReactNode {
  const { answer_status: status, duration_ms: duration } = of
  return (
    <div className={own.answer}>
      <span>
        {status ?? words.noAnswer}
        {duration !== null && ` · ${words.duration(duration)}`}
      </span>
      <details className={own.details}>
        <summary>
          <span aria-hidden="true">{words.details}</span>
          <VisuallyHidden>{words.detailsOf(of.id)}</VisuallyHidden>
        </summary>
        <dl className={own.facts}>
          {of.problem !== null && (
            <div>
              <dt>{words.problem}</dt>
              {/* The log keeps it in the language of the server. */}
              <dd lang="en">{of.problem}</dd>
            </div>
          )}
          {of.attempted_on !== null && (
            <div>
              <dt>{words.attemptedOn}</dt>
              <dd>
                <DateTime at={of.attempted_on} as="exact" />
              </dd>
            </div>
          )}
          <div>
            <dt>{words.requestId}</dt>
            <dd className={own.url}>{of.request_id}</dd>
          </div>
          {of.answer_excerpt !== null && of.answer_excerpt !== '' && (
            <div>
              <dt>{words.answerText}</dt>
              <dd>
                <pre className={own.text}>{of.answer_excerpt}</pre>
              </dd>
            </div>
          )}
        </dl>
      </details>
    </div>
  )
}
