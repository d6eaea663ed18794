import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import { inList, takeIds } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { TrackerId, WebhookId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { isWebhookEvent } from '../model/event.ts'
import type { Webhook, WebhookFormat } from '../model/webhook.ts'

const toWebhook = (row: Selectable<Tables['webhook']>): Webhook => ({
  id: row.id,
  trackerId: row.tracker_id,
  url: row.url,
  events: row.events.split(',').filter(isWebhookEvent),
  // Written by this file and by those that make trackers, from a WebhookFormat.
  format: row.format as WebhookFormat,
  sealedSecret: row.secret,
  isEnabled: row.is_enabled === 1,
  registeredBy: row.registered_by,
  failures: row.failures,
  pausedUntil: row.paused_until,
  createdOn: row.created_on,
  updatedOn: row.updated_on,
})

export async function webhooksOf(db: Reader, trackerId: TrackerId): Promise<Webhook[]> {
  const query = db.selectFrom('webhook').selectAll().where('tracker_id', '=', trackerId)
  return (await query.orderBy('id').execute()).map(toWebhook)
}

export async function lookForWebhook(db: Reader, id: WebhookId): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Those that want to hear of these trackers. */
export async function enabledWebhooks(db: Reader, trackers: readonly TrackerId[]): Promise<Webhook[]> {
  const query = db.selectFrom('webhook').selectAll().where(inList('tracker_id', trackers)).where('is_enabled', '=', 1)
  return (await query.orderBy('id').execute()).map(toWebhook)
}

/** What an administrator says of one. */
export type WebhookSettings = Pick<
  Webhook,
  'url' | 'events' | 'format' | 'sealedSecret' | 'isEnabled' | 'registeredBy' | 'updatedOn'
>

const settingsRow = (webhook: WebhookSettings) =>
  ({
    url: webhook.url,
    events: webhook.events.join(','),
    format: webhook.format,
    secret: webhook.sealedSecret,
    is_enabled: webhook.isEnabled ? 1 : 0,
    registered_by: webhook.registeredBy,
    updated_on: webhook.updatedOn,
    // Whoever changes it wants it tried.
    failures: 0,
    paused_until: null,
  }) satisfies Partial<Insertable<Tables['webhook']>>

export async function addWebhook(
  tx: Tx,
  { subject: tracker }: Permit<'administrate', Tracker>,
  webhook: WebhookSettings,
): Promise<Webhook> {
  const [id] = (await takeIds(tx, 'webhook', 1)) as [WebhookId]
  const row = { id, tracker_id: tracker.id, created_on: webhook.updatedOn, ...settingsRow(webhook) }
  const added = await tx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow()
  // Which trackers are listened to is remembered with them.
  await touch(tx, 'trackers')
  return toWebhook(added)
}

export async function saveWebhook(
  tx: Tx,
  { subject: tracker }: Permit<'administrate', Tracker>,
  id: WebhookId,
  webhook: WebhookSettings,
): Promise<Webhook> {
  const update = tx.updateTable('webhook').set(settingsRow(webhook)).where('id', '=', id)
  const saved = await update.where('tracker_id', '=', tracker.id).returningAll().executeTakeFirstOrThrow()
  await touch(tx, 'trackers')
  return toWebhook(saved)
}

/** With the log of what it was told. */
export async function removeWebhook(
  tx: Tx,
  { subject: tracker }: Permit<'administrate', Tracker>,
  id: WebhookId,
): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
  await tx.deleteFrom('webhook').where('id', '=', id).where('tracker_id', '=', tracker.id).execute()
  await touch(tx, 'trackers')
}

/** What came of an attempt: an answer, or none and a pause until it is tried again. */
export async function savePulse(
  tx: Tx,
  id: WebhookId,
  pulse: { readonly failures: number; readonly pausedUntil: EpochSeconds | null },
): Promise<void> {
  const set = { failures: pulse.failures, paused_until: pulse.pausedUntil }
  await tx.updateTable('webhook').set(set).where('id', '=', id).execute()
}

/** Its receiver said that it is gone (RFC 9110 §15.5.11). */
export async function disableWebhook(tx: Tx, id: WebhookId): Promise<void> {
  await tx.updateTable('webhook').set({ is_enabled: 0 }).where('id', '=', id).execute()
  await touch(tx, 'trackers')
}

/** Those whose secret an older version stored as it is. */
export async function webhooksToSeal(db: Reader): Promise<{ id: WebhookId; trackerId: TrackerId; secret: string }[]> {
  const query = db.selectFrom('webhook').select(['id', 'tracker_id', 'secret']).where('secret', 'not like', 's1.%')
  const rows = await query.execute()
  return rows.flatMap(({ id, tracker_id: trackerId, secret }) => (secret === null ? [] : [{ id, trackerId, secret }]))
}

export async function saveSealed(tx: Tx, id: WebhookId, sealed: string): Promise<void> {
  await tx.updateTable('webhook').set({ secret: sealed }).where('id', '=', id).execute()
}
