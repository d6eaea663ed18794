import type { RepositoryId, TrackerId, UserId, WebhookId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { WebhookEvent, WebhookNoun } from './event.ts'

/** How the body is written: JSON, or a form with the JSON as its member `payload`. */
export const webhookFormats = ['json', 'form'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

interface Ids {
  readonly tracker: TrackerId
  readonly repository: RepositoryId
}
export type OwnerId<Noun extends WebhookNoun = WebhookNoun> = Ids[Noun]

/** What a webhook belongs to, and is told of. */
export interface WebhookOwner<Noun extends WebhookNoun = WebhookNoun> {
  readonly noun: Noun
  readonly id: OwnerId<Noun>
}

/** The same for who administers it. */
export interface AdministeredOwner<Noun extends WebhookNoun = WebhookNoun> {
  readonly noun: Noun
  readonly permit: Permit<'administrate', { readonly id: OwnerId<Noun> }>
}

/** Who is told of what happens to its owner, and how. */
export interface Webhook<Noun extends WebhookNoun = WebhookNoun> {
  readonly id: WebhookId
  readonly owner: WebhookOwner<Noun>
  readonly url: string
  readonly events: readonly WebhookEvent<Noun>[]
  readonly format: WebhookFormat
  /** What deliveries are signed with, sealed; null: nobody has enabled it yet */
  readonly sealedSecret: string | null
  readonly isEnabled: boolean
  /** Whose permissions it has; null: it came with an archive or a copy. */
  readonly registeredBy: UserId | null
  /** Attempts in a row that no server answered. */
  readonly failures: number
  readonly pausedUntil: EpochSeconds | null
  readonly createdOn: EpochSeconds
  readonly updatedOn: EpochSeconds
}

export const isWebhookOf = <Noun extends WebhookNoun>(noun: Noun, webhook: Webhook): webhook is Webhook<Noun> =>
  webhook.owner.noun === noun

/** What the secrets of somebody's webhooks are sealed as. */
export const webhookSecretPurpose = ({ noun, id }: WebhookOwner): string => `secret of a webhook of ${noun} ${id}`

/** More of them say that something adds them by itself. */
export const mostWebhooks = 50
