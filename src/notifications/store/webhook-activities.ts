import type { Selectable } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import type { DeliveryStatus } from '../model/delivery.ts'
import type { LastDelivery, WebhookActivity } from '../model/webhook-activity.ts'

/** Returns the last delivery and the next attempt of each of these webhooks, in one query. */
export async function loadWebhookActivities(
  db: Reader,
  webhooks: readonly WebhookId[],
): Promise<ReadonlyMap<WebhookId, WebhookActivity>> {
  if (webhooks.length === 0) return new Map()
  const rows = await buildActivityQuery(db, webhooks).execute()
  return new Map(
    rows.map((row) => [row.webhook_id, { lastDelivery: toLastDelivery(row), nextAttemptOn: row.next_attempt_on }]),
  )
}

/** Exported for the test of its plan. */
export const buildActivityQuery = (db: Reader, webhooks: readonly WebhookId[]) =>
  db
    .selectFrom('webhook')
    .leftJoin('webhook_delivery as last', (join) =>
      join.on((eb) =>
        eb(
          'last.id',
          '=',
          eb
            .selectFrom('webhook_delivery as own')
            .select('own.id')
            // With one equation PostgreSQL may read the deliveries of all webhooks backward, to the first of this one.
            .whereRef('own.webhook_id', '>=', 'webhook.id')
            .whereRef('own.webhook_id', '<=', 'webhook.id')
            .orderBy('own.webhook_id', 'desc')
            .orderBy('own.id', 'desc')
            .limit(1),
        ),
      ),
    )
    .select([
      'webhook.id as webhook_id',
      'last.id',
      'last.status',
      'last.created_on',
      'last.attempts',
      'last.attempted_on',
      'last.response_status',
      'last.error',
    ])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery as next')
        .select('next.next_attempt_on')
        .whereRef('next.webhook_id', '=', 'webhook.id')
        // With `is not null` SQLite would read the index entries of all deliveries that have ended.
        .where('next.next_attempt_on', '>', 0)
        .where('next.status', '=', 'waiting')
        .orderBy('next.next_attempt_on')
        .limit(1)
        .as('next_attempt_on'),
    )
    .where(inList('webhook.id', webhooks))

type Row = Selectable<Tables['webhook_delivery']>
type LastColumn = 'id' | 'status' | 'created_on' | 'attempts' | 'attempted_on' | 'response_status' | 'error'

function toLastDelivery(row: { readonly [Column in LastColumn]: Row[Column] | null }): LastDelivery | null {
  const { id, created_on: createdOn, attempts } = row
  if (id === null || createdOn === null || attempts === null) return null
  return {
    id,
    // Written only by deliveries.ts.
    status: row.status as DeliveryStatus,
    createdOn,
    attempts,
    attemptedOn: row.attempted_on,
    responseStatus: row.response_status,
    error: row.error,
  }
}
