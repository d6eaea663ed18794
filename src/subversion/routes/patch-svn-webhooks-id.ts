import { defineRoute } from '../../http/declarations/route.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeWebhook } from '../../notifications/commands/change-webhook.ts'
import { webhookEvents } from '../../notifications/model/event.ts'
import { withActivity } from '../../notifications/reads/with-activities.ts'
import { buildWebhookChangeSchema, parseWebhookChange } from '../../notifications/representations/webhook-input.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'
import {
  RepositoryWebhookWithSecretRepresentation,
  representRepositoryWebhook,
} from '../representations/repository-webhook.ts'

/** Tulipwood extension (decision 0035). */
export const patchSvnWebhooksId = defineRoute({
  method: 'PATCH',
  url: '/svn_webhooks/:id',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary:
    'Update a commit webhook (repository administrators). The caller who sets its URL or enables it becomes its owner. A generated secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  body: buildWebhookChangeSchema(webhookEvents.repository),
  answers: { 200: RepositoryWebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const change = parseWebhookChange(body)
    const { webhook, generatedSecret } = await changeWebhook(
      world,
      viewer.caller,
      repositoryWebhooks,
      params.id,
      change,
    )
    const representation = representRepositoryWebhook(await withActivity(world.db.read, webhook), viewer)
    return { body: generatedSecret === null ? representation : { ...representation, secret: generatedSecret } }
  },
})
