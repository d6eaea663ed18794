import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { assertNotExisting } from '../../archives/container/directory-sink.ts'
import { loadTrackerTemplate } from '../../archives/reads/tracker-template.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { withDatabase } from '../context/command-context.ts'

/** `export-tracker ID --to FILE` */
export const configureExportTracker = (command: Command): Command =>
  command
    .description('export the structure of a tracker as a template for import-tracker')
    .argument('<id>', 'tracker id')
    .requiredOption('--to <file>', 'XML file to create; must not exist yet')
    .action(
      withDatabase(async ({ world, caller }, text: string, { to }: { to: string }) => {
        const { id } = await getTracker(world, text)
        await assertNotExisting(to)
        const { itemName, xml } = await loadTrackerTemplate(world, caller, id)
        await writeFile(to, xml, { flag: 'wx', mode: 0o640, flush: true })
        return {
          lines: [`Exported tracker ${itemName} (id ${id}) to ${to}`],
          json: { id, item_name: itemName, path: to },
        }
      }),
    )
