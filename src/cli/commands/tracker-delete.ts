import type { Command } from 'commander'
import type { TrackerId } from '../../kit/ids.ts'
import { deleteTracker } from '../../trackers/commands/delete-tracker.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'

/** `tracker delete ID` */
export const trackerDelete = (command: Command): Command =>
  command
    .description('take a tracker out of sight with all it holds; restore brings it back')
    .argument('<id>', 'its id')
    .action(
      inWorld(async ({ world, caller }, text: string) => {
        const id = readId<TrackerId>(text)
        await deleteTracker(world, caller, id)
        return { lines: [`Tracker ${id} was deleted; tulipwood tracker restore ${id} brings it back`], json: { id } }
      }),
    )
