import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTracker } from '../../trackers/reads/get-tracker.ts'
import { withActivities } from '../reads/with-activities.ts'
import { representWebhook, WebhookRepresentation } from '../representations/webhook.ts'
import { loadWebhooks } from '../store/webhooks.ts'

export const getTrackersIdWebhooks = defineRoute({
  method: 'GET',
  url: '/trackers/:id/webhooks',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the webhooks of a tracker (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: Type.Array(WebhookRepresentation) },
  async answer({ params, ...viewer }, world) {
    const { tracker } = await getAdministeredTracker(world, viewer.caller, params.id)
    const webhooks = await withActivities(world.db.read, await loadWebhooks(world.db.read, 'tracker', tracker.id))
    return { body: webhooks.map((webhook) => representWebhook(webhook, viewer)) }
  },
})
