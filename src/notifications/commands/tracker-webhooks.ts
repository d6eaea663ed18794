import { administerTracker } from '../../trackers/commands/administer-tracker.ts'
import { auditTracker } from '../../trackers/commands/audit-tracker.ts'
import { getAdministeredTracker } from '../../trackers/reads/get-tracker.ts'
import type { WebhookAction, WebhookOwners } from './webhook-owners.ts'

const actions = {
  added: 'webhook added',
  changed: 'webhook changed',
  removed: 'webhook removed',
  replayed: 'webhook delivery replayed',
} as const satisfies Record<WebhookAction, string>

/** Webhooks of trackers, managed by tracker administrators. */
export const trackerWebhooks: WebhookOwners<'tracker'> = {
  noun: 'tracker',
  get: getAdministeredTracker,
  administer: (world, caller, id, work) =>
    administerTracker(world, caller, id, (tx, permit) =>
      work(tx, { noun: 'tracker', permit }, ({ action, ...entry }) =>
        auditTracker(tx, permit.subject, { ...entry, action: actions[action] }),
      ),
    ),
}
