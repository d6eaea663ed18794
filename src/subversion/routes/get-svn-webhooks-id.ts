import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getWebhook } from '../../notifications/reads/get-webhook.ts'
import { withActivity } from '../../notifications/reads/with-activities.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'
import { RepositoryWebhookRepresentation, representRepositoryWebhook } from '../representations/repository-webhook.ts'

/** Tulipwood extension (decision 0035). */
export const getSvnWebhooksId = defineRoute({
  method: 'GET',
  url: '/svn_webhooks/:id',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Get a commit webhook (repository administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  answers: { 200: RepositoryWebhookRepresentation },
  async answer({ params, ...viewer }, world) {
    const webhook = await getWebhook(world, viewer.caller, repositoryWebhooks, params.id)
    return { body: representRepositoryWebhook(await withActivity(world.db.read, webhook), viewer) }
  },
})
