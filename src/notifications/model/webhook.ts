import type { RepositoryId, TrackerId, UserId, WebhookId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { WebhookEvent, WebhookNoun } from './event.ts'

/** Format of the body: JSON, or a form with the JSON as its member `payload`. */
export const webhookFormats = ['json', 'form'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

interface OwnerIdByNoun {
  readonly tracker: TrackerId
  readonly repository: RepositoryId
}
export type OwnerId<Noun extends WebhookNoun = WebhookNoun> = OwnerIdByNoun[Noun]

/** The object that a webhook belongs to and reports on. */
export interface WebhookOwner<Noun extends WebhookNoun = WebhookNoun> {
  readonly noun: Noun
  readonly id: OwnerId<Noun>
}

/** Owner object with the permit to administer it. */
export interface AdministeredOwner<Noun extends WebhookNoun = WebhookNoun> {
  readonly noun: Noun
  readonly permit: Permit<'administer', { readonly id: OwnerId<Noun> }>
}

/** Receiver of the events of its owner object, and how they are sent. */
export interface Webhook<Noun extends WebhookNoun = WebhookNoun> {
  readonly id: WebhookId
  readonly owner: WebhookOwner<Noun>
  readonly url: string
  readonly events: readonly WebhookEvent<Noun>[]
  readonly format: WebhookFormat
  /** Encrypted signing secret; null: the webhook has never been enabled */
  readonly sealedSecret: string | null
  readonly isEnabled: boolean
  /** User with whose permissions it reads; null: it was imported or copied. */
  readonly ownerUserId: UserId | null
  /** Consecutive attempts without an answer. */
  readonly failures: number
  readonly pausedUntil: EpochSeconds | null
  readonly createdOn: EpochSeconds
  readonly updatedOn: EpochSeconds
}

export const isWebhookOf = <Noun extends WebhookNoun>(noun: Noun, webhook: Webhook): webhook is Webhook<Noun> =>
  webhook.owner.noun === noun

/** Returns the purpose that webhook secrets are encrypted for. */
export const buildWebhookSecretPurpose = ({ noun, id }: WebhookOwner): string => `secret of a webhook of ${noun} ${id}`

/** A larger number is probably a script that adds webhooks in a loop. */
export const maxWebhooks = 50
