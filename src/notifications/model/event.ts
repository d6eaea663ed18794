import type { Change } from '../../artifacts/model/change.ts'

/** What a webhook may be told of. */
export const webhookEvents = ['create', 'update', 'delete'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const eventOfKind = {
  created: 'create',
  updated: 'update',
  moved: 'update',
  deleted: 'delete',
} as const satisfies Record<Change['kind'], WebhookEvent>

export const eventOf = ({ kind }: Pick<Change, 'kind'>): WebhookEvent => eventOfKind[kind]

export const isWebhookEvent = (name: string): name is WebhookEvent =>
  (webhookEvents as readonly string[]).includes(name)
