import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { withActivities } from '../../notifications/reads/with-activities.ts'
import { loadWebhooks } from '../../notifications/store/webhooks.ts'
import { getRepositoryToAdminister } from '../reads/get-repository.ts'
import { RepositoryWebhookRepresentation, representRepositoryWebhook } from '../representations/repository-webhook.ts'

/** Tulipwood extension (decision 0035). */
export const getSvnIdWebhooks = defineRoute({
  method: 'GET',
  url: '/svn/:id/webhooks',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List commit webhooks.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  answers: { 200: Type.Array(RepositoryWebhookRepresentation) },
  async answer({ params, ...viewer }, world) {
    const { repository } = await getRepositoryToAdminister(world, viewer.caller, params.id)
    const webhooks = await withActivities(world.db.read, await loadWebhooks(world.db.read, 'repository', repository.id))
    return { body: webhooks.map((webhook) => representRepositoryWebhook(webhook, viewer)) }
  },
})
