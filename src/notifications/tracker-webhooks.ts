import { administrateTracker } from '../trackers/commands/administrate-tracker.ts'
import { recordOnTracker } from '../trackers/commands/record-on-tracker.ts'
import { findTrackerToAdministrate } from '../trackers/reads/find-tracker.ts'
import type { WebhookAct, WebhookOwners } from './webhook-owners.ts'

const actions = {
  added: 'webhook added',
  changed: 'webhook changed',
  removed: 'webhook removed',
  replayed: 'webhook delivery replayed',
} as const satisfies Record<WebhookAct, string>

/** Webhooks of trackers are their administrators'. */
export const trackerWebhooks: WebhookOwners<'tracker'> = {
  noun: 'tracker',
  find: findTrackerToAdministrate,
  administrate: (world, caller, id, work) =>
    administrateTracker(world, caller, id, (tx, permit) =>
      work(tx, { noun: 'tracker', permit }, ({ act, ...entry }) =>
        recordOnTracker(tx, permit.subject, { ...entry, action: actions[act] }),
      ),
    ),
}
