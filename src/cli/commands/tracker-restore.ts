import type { Command } from 'commander'
import type { TrackerId } from '../../kit/values/ids.ts'
import { restoreTracker } from '../../trackers/commands/restore-tracker.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

/** `tracker restore ID` */
export const configureTrackerRestore = (command: Command): Command =>
  command
    .description('restore a deleted tracker')
    .argument('<id>', 'tracker id')
    .action(
      withDatabase(async ({ world, caller }, text: string) => {
        const id = parseId<TrackerId>(text)
        await restoreTracker(world, caller, id)
        return { lines: [`Restored tracker ${id}`], json: { id } }
      }),
    )
