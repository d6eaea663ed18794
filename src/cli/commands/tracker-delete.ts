import type { Command } from 'commander'
import type { TrackerId } from '../../kit/values/ids.ts'
import { deleteTracker } from '../../trackers/commands/delete-tracker.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

/** `tracker delete ID` */
export const configureTrackerDelete = (command: Command): Command =>
  command
    .description('delete a tracker (undo with "tracker restore")')
    .argument('<id>', 'tracker id')
    .action(
      withDatabase(async ({ world, caller }, text: string) => {
        const id = parseId<TrackerId>(text)
        await deleteTracker(world, caller, id)
        return { lines: [`Deleted tracker ${id}; undo with "tulipwood tracker restore ${id}"`], json: { id } }
      }),
    )
