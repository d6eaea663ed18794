import type { ChangeId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { fanOutChanges } from '../commands/fan-out-changes.ts'

/** Enqueues the webhook deliveries and mails of logged changes. */
export const fanOutChangesJob: JobHandler = {
  kind: 'spread-changes',
  async run(payload, world) {
    // Written by artifacts/commands/record-change.ts.
    await fanOutChanges(world, (payload as { readonly changes: readonly ChangeId[] }).changes)
  },
}
