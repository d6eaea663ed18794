import type { ChangeId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { spreadChanges } from '../commands/spread-changes.ts'

/** Finds out who listens to what has happened. */
export const spreadChangesJob: JobHandler = {
  kind: 'spread-changes',
  async run(payload, world) {
    // Written by artifacts/commands/record-change.ts.
    await spreadChanges(world, (payload as { readonly changes: readonly ChangeId[] }).changes)
  },
}
