import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteWebhook } from '../../notifications/commands/delete-webhook.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'

/** Tulipwood extension (decision 0035). */
export const deleteSvnWebhooksId = defineRoute({
  method: 'DELETE',
  url: '/svn_webhooks/:id',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Delete a commit webhook with its delivery log (repository administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteWebhook(world, caller, repositoryWebhooks, params.id)
    return {}
  },
})
