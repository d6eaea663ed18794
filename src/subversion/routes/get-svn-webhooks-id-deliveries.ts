import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { WebhookId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getWebhook } from '../../notifications/reads/get-webhook.ts'
import { loadDeliveryPage } from '../../notifications/store/deliveries.ts'
import { repositoryWebhooks } from '../commands/repository-webhooks.ts'
import { CommitDeliveryRepresentation, representCommitDelivery } from '../representations/commit-delivery.ts'

const maxLimit = 50

/** Tulipwood extension (decision 0035). */
export const getSvnWebhooksIdDeliveries = defineRoute({
  method: 'GET',
  url: '/svn_webhooks/:id/deliveries',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List the deliveries of a commit webhook in the last 30 days, newest first (repository administrators).',
  params: Type.Object({ id: Type.Unsafe<WebhookId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: { 200: Type.Array(CommitDeliveryRepresentation) },
  async answer({ params, query: page, ...viewer }, world) {
    const webhook = await getWebhook(world, viewer.caller, repositoryWebhooks, params.id)
    const { deliveries, size } = await loadDeliveryPage(world.db.read, webhook, page)
    return {
      body: deliveries.map((each) => representCommitDelivery(each, viewer)),
      page: { ...page, size, max: maxLimit },
    }
  },
})
