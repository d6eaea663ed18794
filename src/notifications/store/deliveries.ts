import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ChangeId, DeliveryId, UserId, WebhookId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Delivery, DeliveryAttempt, DeliveryStatus, DeliverySubject } from '../model/delivery.ts'
import type { WebhookEvent, WebhookNoun } from '../model/event.ts'
import type { AdministeredOwner, Webhook } from '../model/webhook.ts'

type Row = Selectable<Tables['webhook_delivery']>

function toSubject({ id, change_id: change, revision }: Row): DeliverySubject {
  if (change !== null) return { change }
  if (revision !== null) return { revision }
  throw new Error(`Delivery ${id} has no subject`)
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  subject: toSubject(row),
  replayOf: row.replay_of,
  // Both are written only by this file.
  event: row.event as WebhookEvent,
  status: row.status as DeliveryStatus,
  requestId: row.request_id,
  body: row.body,
  renderedForUserId: row.rendered_for_user_id,
  createdOn: row.created_on,
  attempts: row.attempts,
  attemptedOn: row.attempted_on,
  durationMs: row.duration_ms,
  responseStatus: row.response_status,
  responseExcerpt: row.response_excerpt,
  error: row.error,
})

export type NewDelivery<Noun extends WebhookNoun = WebhookNoun> = Pick<
  Delivery<Noun>,
  'webhookId' | 'subject' | 'replayOf' | 'event' | 'requestId' | 'body' | 'renderedForUserId' | 'createdOn'
>

/** Inserts pending deliveries and returns their ids in order. */
export async function addDeliveries(
  tx: Tx,
  _permit: SystemPermit<'notify'> | AdministeredOwner,
  deliveries: readonly NewDelivery[],
): Promise<DeliveryId[]> {
  const ids = (await allocateIds(tx, 'webhook_delivery', deliveries.length)) as DeliveryId[]
  const rows = deliveries.map((each, index) => {
    // allocateIds returns one id per delivery.
    const id = ids[index] as DeliveryId
    return {
      id,
      webhook_id: each.webhookId,
      change_id: 'change' in each.subject ? each.subject.change : null,
      revision: 'revision' in each.subject ? each.subject.revision : null,
      replay_key: each.replayOf === null ? 0 : id,
      replay_of: each.replayOf,
      event: each.event,
      status: 'waiting',
      request_id: each.requestId,
      body: each.body,
      rendered_for_user_id: each.renderedForUserId,
      created_on: each.createdOn,
      attempts: 0,
      attempted_on: null,
      duration_ms: null,
      response_status: null,
      response_excerpt: null,
      error: null,
      next_attempt_on: each.createdOn,
    }
  })
  await insertRows(tx, 'webhook_delivery', rows)
  return ids
}

/** Returns the keys (`webhook change`) of the existing deliveries of these changes. */
export async function loadDeliveryKeys(db: Reader, changes: readonly ChangeId[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set()
  const query = db.selectFrom('webhook_delivery').select(['webhook_id', 'change_id']).where('replay_key', '=', 0)
  const rows = await query.where(inList('change_id', changes)).execute()
  return new Set(rows.map((row) => buildDeliveryKey(row.webhook_id, row.change_id)))
}

export const buildDeliveryKey = (webhook: WebhookId, change: ChangeId | null): string => `${webhook} ${change}`

export async function findDelivery(db: Reader, id: DeliveryId): Promise<Delivery | undefined> {
  const row = await db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toDelivery(row)
}

/** Returns one page of the deliveries of a webhook, newest first. */
export async function loadDeliveryPage<Noun extends WebhookNoun>(
  db: Reader,
  webhook: Webhook<Noun>,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly deliveries: Delivery<Noun>[]; readonly size: number }> {
  const own = db.selectFrom('webhook_delivery').where('webhook_id', '=', webhook.id)
  const [rows, { size }] = await Promise.all([
    own.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    own.select(({ fn }) => fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ])
  // The subject of a delivery belongs to the owner object of its webhook.
  return { deliveries: rows.map((row) => toDelivery(row) as Delivery<Noun>), size }
}

/** Stores the body that every attempt sends. */
export async function saveBody(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  id: DeliveryId,
  prepared: { readonly body: string; readonly renderedForUserId: UserId },
): Promise<void> {
  const set = { body: prepared.body, rendered_for_user_id: prepared.renderedForUserId }
  await tx.updateTable('webhook_delivery').set(set).where('id', '=', id).execute()
}

/** Records the attempt; returns false when another run of the job has already recorded it. */
export async function saveAttempt(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  { id, attempts }: Delivery,
  attempt: DeliveryAttempt,
): Promise<boolean> {
  const saved = await tx
    .updateTable('webhook_delivery')
    .set({
      status: attempt.status,
      attempts: attempts + 1,
      attempted_on: attempt.at,
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_excerpt: attempt.responseExcerpt,
      error: attempt.error,
      next_attempt_on: attempt.nextAttemptOn,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Records that the next attempt is made later, because the webhook is paused. */
export async function postponeDelivery(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  id: DeliveryId,
  until: EpochSeconds,
): Promise<void> {
  const update = tx.updateTable('webhook_delivery').set({ next_attempt_on: until })
  await update.where('id', '=', id).where('status', '=', 'waiting').execute()
}

/** Ends a delivery without an attempt. */
export async function endDelivery(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  id: DeliveryId,
  status: Extract<DeliveryStatus, 'failed' | 'withheld'>,
  error: string,
): Promise<void> {
  const update = tx.updateTable('webhook_delivery').set({ status, error, next_attempt_on: null })
  await update.where('id', '=', id).where('status', '=', 'waiting').execute()
}

export async function removeDeliveriesBefore(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  moment: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('created_on', '<', moment).where('status', '<>', 'waiting').execute()
}
