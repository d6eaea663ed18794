import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteWebhook } from '../commands/delete-webhook.ts'
import { trackerWebhooks } from '../commands/tracker-webhooks.ts'

export const deleteTrackerWebhooksId = defineRoute({
  method: 'DELETE',
  url: '/tracker_webhooks/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Delete a tracker webhook with its delivery log (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteWebhook(world, caller, trackerWebhooks, params.id)
    return {}
  },
})
