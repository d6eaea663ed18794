import type { Reader } from '../../database/db/db.ts'
import type { WebhookNoun } from '../model/event.ts'
import type { Webhook } from '../model/webhook.ts'
import { noActivity, type WebhookWithActivity } from '../model/webhook-activity.ts'
import { loadWebhookActivities } from '../store/webhook-activities.ts'

/** Adds the last delivery and the next attempt to each webhook, with one query for all of them. */
export async function withActivities<Noun extends WebhookNoun>(
  db: Reader,
  webhooks: readonly Webhook<Noun>[],
): Promise<WebhookWithActivity<Noun>[]> {
  const activities = await loadWebhookActivities(
    db,
    webhooks.map(({ id }) => id),
  )
  return webhooks.map((webhook) => ({ ...webhook, activity: activities.get(webhook.id) ?? noActivity }))
}

export async function withActivity<Noun extends WebhookNoun>(
  db: Reader,
  webhook: Webhook<Noun>,
): Promise<WebhookWithActivity<Noun>> {
  const activities = await loadWebhookActivities(db, [webhook.id])
  return { ...webhook, activity: activities.get(webhook.id) ?? noActivity }
}
