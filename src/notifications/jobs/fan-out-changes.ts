import type { ChangeId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { fanOutChanges } from '../commands/fan-out-changes.ts'

// Written by database/unit/settle-changes.ts.
interface Payload {
  readonly changes: readonly ChangeId[]
}

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
