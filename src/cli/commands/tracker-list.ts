import type { Command } from 'commander'
import { representMinimalTracker } from '../../trackers/representations/tracker.ts'
import { getCachedTrackers, loadTrackerIdsOfProject } from '../../trackers/store/trackers.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

/** `tracker list PROJECT` */
export const configureTrackerList = (command: Command): Command =>
  command
    .description('list the trackers of a project')
    .argument('<project>', 'short name or id of the project')
    .action(
      withDatabase(async ({ world, io }, name: string) => {
        const project = await getNamedProject(world, name)
        const ids = await loadTrackerIdsOfProject(world.db.read, project.id)
        const loaded = await getCachedTrackers(world, ids)
        const trackers = ids.flatMap((id) => loaded.get(id) ?? [])
        return {
          isResult: true,
          lines: formatColumns(io, [
            ['ID', 'ITEM', 'FIELDS', 'NAME'],
            ...trackers.map((tracker) => [
              `${tracker.id}`,
              tracker.itemName,
              `${tracker.fields.filter(({ isUsed }) => isUsed).length}`,
              tracker.name,
            ]),
          ]),
          json: { trackers: trackers.map((tracker) => representMinimalTracker(tracker, project)) },
        }
      }),
    )
