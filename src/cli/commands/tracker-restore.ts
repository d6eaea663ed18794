import type { Command } from 'commander'
import type { TrackerId } from '../../kit/ids.ts'
import { restoreTracker } from '../../trackers/commands/restore-tracker.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'

/** `tracker restore ID` */
export const trackerRestore = (command: Command): Command =>
  command
    .description('bring a deleted tracker back as it was')
    .argument('<id>', 'its id')
    .action(
      inWorld(async ({ world, caller }, text: string) => {
        const id = readId<TrackerId>(text)
        await restoreTracker(world, caller, id)
        return { lines: [`Tracker ${id} is back`], json: { id } }
      }),
    )
