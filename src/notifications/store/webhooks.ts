import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import { inList, takeIds } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { WebhookId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { type WebhookEvent, type WebhookNoun, webhookEvents } from '../model/event.ts'
import type { AdministeredOwner, OwnerId, Webhook, WebhookFormat, WebhookOwner } from '../model/webhook.ts'

type Row = Selectable<Tables['webhook']>

const columnOf = { tracker: 'tracker_id', repository: 'repository_id' } as const satisfies Record<
  WebhookNoun,
  keyof Row
>

const ofOwner = (noun: WebhookNoun, id: OwnerId) => inList(columnOf[noun], [id])

function ownerIn({ id, tracker_id: tracker, repository_id: repository }: Row): WebhookOwner {
  if (tracker !== null) return { noun: 'tracker', id: tracker }
  if (repository !== null) return { noun: 'repository', id: repository }
  throw new Error(`The webhook ${id} belongs to nothing`)
}

function toWebhook(row: Row): Webhook {
  const owner = ownerIn(row)
  const known: readonly WebhookEvent[] = webhookEvents[owner.noun]
  return {
    id: row.id,
    owner,
    url: row.url,
    events: row.events.split(',').flatMap((name) => known.find((each) => each === name) ?? []),
    // Written by this file and by those that make trackers, from a WebhookFormat.
    format: row.format as WebhookFormat,
    sealedSecret: row.secret,
    isEnabled: row.is_enabled === 1,
    registeredBy: row.registered_by,
    failures: row.failures,
    pausedUntil: row.paused_until,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
  }
}

/** Those of one noun's owners belong to that noun: they are found by its own column. */
const ofNoun = <Noun extends WebhookNoun>(rows: readonly Row[]): Webhook<Noun>[] =>
  rows.map((row) => toWebhook(row) as Webhook<Noun>)

export async function webhooksOf<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  owner: OwnerId<Noun>,
): Promise<Webhook<Noun>[]> {
  const query = db.selectFrom('webhook').selectAll().where(ofOwner(noun, owner))
  return ofNoun<Noun>(await query.orderBy('id').execute())
}

export async function lookForWebhook(db: Reader, id: WebhookId): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Those that want to hear of these owners. */
export async function enabledWebhooks<Noun extends WebhookNoun>(
  db: Reader,
  noun: Noun,
  owners: readonly OwnerId<Noun>[],
): Promise<Webhook<Noun>[]> {
  const query = db.selectFrom('webhook').selectAll().where(inList(columnOf[noun], owners)).where('is_enabled', '=', 1)
  return ofNoun<Noun>(await query.orderBy('id').execute())
}

/** What an administrator says of one. */
export type WebhookSettings<Noun extends WebhookNoun = WebhookNoun> = Pick<
  Webhook<Noun>,
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

export async function addWebhook<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  webhook: WebhookSettings<Noun>,
): Promise<Webhook<Noun>> {
  const [id] = (await takeIds(tx, 'webhook', 1)) as [WebhookId]
  const owner = { tracker_id: null, repository_id: null, [columnOf[noun]]: permit.subject.id }
  const row = { id, ...owner, created_on: webhook.updatedOn, ...settingsRow(webhook) }
  const added = await tx.insertInto('webhook').values(row).returningAll().execute()
  await touchOwner(tx, noun)
  // One row was added.
  return ofNoun<Noun>(added)[0] as Webhook<Noun>
}

export async function saveWebhook<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  id: WebhookId,
  webhook: WebhookSettings<Noun>,
): Promise<Webhook<Noun>> {
  const update = tx.updateTable('webhook').set(settingsRow(webhook)).where('id', '=', id)
  const saved = await update.where(ofOwner(noun, permit.subject.id)).returningAll().execute()
  await touchOwner(tx, noun)
  const [webhookNow] = ofNoun<Noun>(saved)
  if (webhookNow === undefined) throw new Error(`The webhook ${id} is not that of ${noun} ${permit.subject.id}`)
  return webhookNow
}

/** With the log of what it was told. */
export async function removeWebhook<Noun extends WebhookNoun>(
  tx: Tx,
  { noun, permit }: AdministeredOwner<Noun>,
  id: WebhookId,
): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
  await tx.deleteFrom('webhook').where('id', '=', id).where(ofOwner(noun, permit.subject.id)).execute()
  await touchOwner(tx, noun)
}

/** All those of an owner that is no more, with what they were told. */
export async function eraseWebhooks<Noun extends WebhookNoun>(tx: Tx, noun: Noun, id: OwnerId<Noun>): Promise<void> {
  const own = tx.selectFrom('webhook').select('id').where(ofOwner(noun, id))
  await tx.deleteFrom('webhook_delivery').where('webhook_id', 'in', own).execute()
  await tx.deleteFrom('webhook').where(ofOwner(noun, id)).execute()
  await touchOwner(tx, noun)
}

/** Which trackers are listened to is remembered with them. */
async function touchOwner(tx: Tx, noun: WebhookNoun): Promise<void> {
  if (noun === 'tracker') await touch(tx, 'trackers')
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
export async function disableWebhook(tx: Tx, { id, owner }: Pick<Webhook, 'id' | 'owner'>): Promise<void> {
  await tx.updateTable('webhook').set({ is_enabled: 0 }).where('id', '=', id).execute()
  await touchOwner(tx, owner.noun)
}

/** Those whose secret an older version stored as it is. */
export async function webhooksToSeal(
  db: Reader,
): Promise<(Pick<Webhook, 'id' | 'owner'> & { readonly secret: string })[]> {
  const query = db.selectFrom('webhook').selectAll().where('secret', 'not like', 's1.%')
  const rows = await query.execute()
  return rows.flatMap((row) => (row.secret === null ? [] : [{ id: row.id, owner: ownerIn(row), secret: row.secret }]))
}

export async function saveSealed(tx: Tx, id: WebhookId, sealed: string): Promise<void> {
  await tx.updateTable('webhook').set({ secret: sealed }).where('id', '=', id).execute()
}
