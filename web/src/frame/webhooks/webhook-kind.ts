import type { DeliveryRepresentation } from '../../../../src/notifications/representations/delivery.ts'
import type { WebhookRepresentation } from '../../../../src/notifications/representations/webhook.ts'
import type { CommitDeliveryRepresentation } from '../../../../src/subversion/representations/commit-delivery.ts'
import type { RepositoryWebhookRepresentation } from '../../../../src/subversion/representations/repository-webhook.ts'
import type { Column } from '../../design/table.tsx'

export type Webhook = WebhookRepresentation | RepositoryWebhookRepresentation
/** The secret is only in the response to the request that generated it. */
export type WebhookWithSecret = Webhook & { readonly secret?: string }
export type WebhookEventName = Webhook['events'][number]
export type Delivery = DeliveryRepresentation | CommitDeliveryRepresentation

/** What differs between the webhooks of trackers and those of repositories. */
export interface WebhookKind<D extends Delivery> {
  /** Paths of the API: the list, a webhook without its id, and a delivery without its id. */
  readonly list: string
  readonly webhooks: string
  readonly deliveries: string
  readonly words: { readonly title: string; readonly hint: string; readonly empty: string; readonly emptyText: string }
  /** The user chooses among them, unless there is only one. */
  readonly events: readonly WebhookEventName[]
  /** Column with the subject of a delivery. */
  readonly subject: Pick<Column<D>, 'title' | 'cell'>
}

/** Returns whether the outcome of a delivery is expected within seconds, so that it is worth to read it again. */
export const isBeingSent = (delivery: Pick<Delivery, 'state' | 'attempts' | 'created_on'> | null): boolean =>
  delivery !== null &&
  delivery.state === 'waiting' &&
  delivery.attempts === 0 &&
  Math.abs(Date.now() - Date.parse(delivery.created_on)) < 60_000

/** Time after which what is being sent is read again. */
export const pollMs = 1500
