import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { createWebhook } from '../../notifications/commands/create-webhook.ts'
import { webhookEvents } from '../../notifications/model/event.ts'
import { noActivity } from '../../notifications/model/webhook-activity.ts'
import { buildNewWebhookSchema, parseNewWebhook } from '../../notifications/representations/webhook-input.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'
import {
  RepositoryWebhookWithSecretRepresentation,
  representRepositoryWebhook,
} from '../representations/repository-webhook.ts'

/** Tulipwood extension (decision 0035). */
export const postSvnIdWebhooks = defineRoute({
  method: 'POST',
  url: '/svn/:id/webhooks',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Create a commit webhook. Its secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  body: buildNewWebhookSchema(webhookEvents.repository),
  answers: { 201: RepositoryWebhookWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const webhook = await createWebhook(world, viewer.caller, repositoryWebhooks, params.id, parseNewWebhook(body))
    return {
      status: 201,
      body: { ...representRepositoryWebhook({ ...webhook, activity: noActivity }, viewer), secret: webhook.secret },
    }
  },
})
