import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { type WebhookEvent, type WebhookNoun, webhookEvents } from '../model/event.ts'
import type { AdministeredOwner, OwnerId, Webhook, WebhookFormat, WebhookOwner } from '../model/webhook.ts'

type Row = Selectable<Tables['webhook']>

const ownerColumns = { tracker: 'tracker_id', repository: 'repository_id' } as const satisfies Record<
  WebhookNoun,
  keyof Row
>

const isOwnedBy = (noun: WebhookNoun, id: OwnerId) => inList(ownerColumns[noun], [id])

function toOwner({ id, tracker_id: tracker, repository_id: repository }: Row): WebhookOwner {
  if (tracker !== null) return { noun: 'tracker', id: tracker }
  if (repository !== null) return { noun: 'repository', id: repository }
  throw new Error(`Webhook ${id} has no owner object`)
}

function toWebhook(row: Row): Webhook {
  const owner = toOwner(row)
  const knownEvents: readonly WebhookEvent[] = webhookEvents[owner.noun]
  return {
    id: row.id,
    owner,
    url: row.url,
    events: row.events.split(',').flatMap((name) => knownEvents.find((each) => each === name) ?? []),
    // Written by this file and by the commands that create trackers, from a WebhookFormat.
    format: row.format as WebhookFormat,
    sealedSecret: row.secret,
    isEnabled: row.is_enabled === 1,
    ownerUserId: row.owner_user_id,
    failures: row.failures,
    pausedUntil: row.paused_until,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
  }
}

/** Converts rows selected by the owner column of one noun. */
const toWebhooks = <Noun extends WebhookNoun>(rows: readonly Row[]): Webhook<Noun>[] =>
  rows.map((row) => toWebhook(row) as Webhook<Noun>)

export async function loadWebhooks<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  owner: OwnerId<Noun>,
): Promise<Webhook<Noun>[]> {
  const query = db.selectFrom('webhook').selectAll().where(isOwnedBy(noun, owner))
  return toWebhooks<Noun>(await query.orderBy('id').execute())
}

export async function findWebhook(db: Reader, id: WebhookId): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Returns the enabled webhooks of these owner objects. */
export async function loadEnabledWebhooks<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  owners: readonly OwnerId<Noun>[],
): Promise<Webhook<Noun>[]> {
  const query = db
    .selectFrom('webhook')
    .selectAll()
    .where(inList(ownerColumns[noun], owners))
    .where('is_enabled', '=', 1)
  return toWebhooks<Noun>(await query.orderBy('id').execute())
}

/** The members of a webhook that an administrator sets. */
export type WebhookSettings<Noun extends WebhookNoun = WebhookNoun> = Pick<
  Webhook<Noun>,
  'url' | 'events' | 'format' | 'sealedSecret' | 'isEnabled' | 'ownerUserId' | 'updatedOn'
>

const settingsRow = (webhook: WebhookSettings) =>
  ({
    url: webhook.url,
    events: webhook.events.join(','),
    format: webhook.format,
    secret: webhook.sealedSecret,
    is_enabled: webhook.isEnabled ? 1 : 0,
    owner_user_id: webhook.ownerUserId,
    updated_on: webhook.updatedOn,
    // A change is a reason to try again at once.
    failures: 0,
    paused_until: null,
  }) satisfies Partial<Insertable<Tables['webhook']>>

export async function addWebhook<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  webhook: WebhookSettings<Noun>,
): Promise<Webhook<Noun>> {
  const [id] = (await allocateIds(tx, 'webhook', 1)) as [WebhookId]
  const owner = { tracker_id: null, repository_id: null, [ownerColumns[noun]]: permit.subject.id }
  const row = { id, ...owner, created_on: webhook.updatedOn, ...settingsRow(webhook) }
  const added = await tx.insertInto('webhook').values(row).returningAll().execute()
  // One row was added.
  return toWebhooks<Noun>(added)[0] as Webhook<Noun>
}

export async function saveWebhook<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  id: WebhookId,
  webhook: WebhookSettings<Noun>,
): Promise<Webhook<Noun>> {
  const update = tx.updateTable('webhook').set(settingsRow(webhook)).where('id', '=', id)
  const saved = await update.where(isOwnedBy(noun, permit.subject.id)).returningAll().execute()
  const [webhookNow] = toWebhooks<Noun>(saved)
  if (webhookNow === undefined) throw new Error(`Webhook ${id} does not belong to ${noun} ${permit.subject.id}`)
  return webhookNow
}

/** Deletes a webhook with its delivery log. */
export async function deleteWebhookRow<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  id: WebhookId,
): Promise<boolean> {
  await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
  const row = tx.deleteFrom('webhook').where('id', '=', id).where(isOwnedBy(noun, permit.subject.id))
  return (await row.returning('id').executeTakeFirst()) !== undefined
}

/** Deletes all webhooks of a deleted owner object with their delivery logs. */
export async function deleteWebhooksOf<Noun extends WebhookNoun>(tx: Tx, noun: Noun, id: OwnerId<Noun>): Promise<void> {
  const own = tx.selectFrom('webhook').select('id').where(isOwnedBy(noun, id))
  await tx.deleteFrom('webhook_delivery').where('webhook_id', 'in', own).execute()
  await tx.deleteFrom('webhook').where(isOwnedBy(noun, id)).execute()
}

/** Saves the number of consecutive failures and the end of the pause that follows from it. */
export async function saveFailureCount(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  id: WebhookId,
  pulse: { readonly failures: number; readonly pausedUntil: EpochSeconds | null },
): Promise<void> {
  const set = { failures: pulse.failures, paused_until: pulse.pausedUntil }
  await tx.updateTable('webhook').set(set).where('id', '=', id).execute()
}

/** Disables a webhook whose receiver responded 410 Gone (RFC 9110 §15.5.11). */
export async function disableWebhook(tx: Tx, _permit: SystemPermit<'notify'>, id: WebhookId): Promise<void> {
  await tx.updateTable('webhook').set({ is_enabled: 0 }).where('id', '=', id).execute()
}
