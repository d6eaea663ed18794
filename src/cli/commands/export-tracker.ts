import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { refuseExisting } from '../../archives/folder-sink.ts'
import { trackerTemplate } from '../../archives/reads/tracker-template.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'

/** `export-tracker ID --to FILE` */
export const exportTracker = (command: Command): Command =>
  command
    .description('write the structure of one tracker as a template that import-tracker reads')
    .argument('<id>', 'its id')
    .requiredOption('--to <file>', 'where to: an XML file that does not exist yet')
    .action(
      inWorld(async ({ world, caller }, text: string, { to }: { to: string }) => {
        const id = readId<TrackerId>(text)
        await refuseExisting(to)
        const { itemName, xml } = await trackerTemplate(world, caller, id)
        await writeFile(to, xml, { flag: 'wx', mode: 0o640, flush: true })
        return {
          lines: [`Tracker ${itemName} (${id}) was written to ${to}`],
          json: { id, item_name: itemName, path: to },
        }
      }),
    )
