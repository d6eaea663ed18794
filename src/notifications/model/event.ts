import type { Change } from '../../artifacts/model/change.ts'

/** Events of webhooks, by the noun they belong to. */
export const webhookEvents = {
  tracker: ['create', 'update', 'delete'],
  repository: ['commit'],
} as const

/** Kinds of objects that own webhooks. */
export type WebhookNoun = keyof typeof webhookEvents
export type WebhookEvent<Noun extends WebhookNoun = WebhookNoun> = (typeof webhookEvents)[Noun][number]

const eventOfKind = {
  created: 'create',
  updated: 'update',
  comment_changed: 'update',
  ranked: 'update',
  moved: 'update',
  deleted: 'delete',
} as const satisfies Record<Change['kind'], WebhookEvent<'tracker'>>

export const getChangeEvent = ({ kind }: Pick<Change, 'kind'>): WebhookEvent<'tracker'> => eventOfKind[kind]
