import type { JobPayloads } from '../../database/tables/job-payloads.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { fanOutChanges } from '../commands/fan-out-changes.ts'

type Payload = JobPayloads['spread-changes']

/** Enqueues the webhook deliveries and mails of logged changes. */
export const fanOutChangesJob: JobHandler = {
  kind: 'spread-changes',
  // Almost every change has one: of many at the same time, each would need more statements than its request.
  together: {
    max: 50,
    merge: (payloads): Payload => ({ changes: (payloads as readonly Payload[]).flatMap(({ changes }) => changes) }),
  },
  async run(payload, world) {
    await fanOutChanges(world, (payload as Payload).changes)
  },
}
