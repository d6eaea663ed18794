import type { Command } from 'commander'
import { sweepAbandonedBytes } from '../../uploads/commands/sweep-abandoned-bytes.ts'
import { sweepFiles } from '../../uploads/commands/sweep-files.ts'
import { confirm } from '../arguments/confirm.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatCount } from '../output/format-count.ts'

/** `files repair` */
export const configureFilesRepair = (command: Command): Command =>
  command
    .description('delete stored files with no database record (older than one day)')
    .option('--now', 'also delete files younger than one day; only while the server is stopped')
    .action(
      withDatabase(async (context, { now = false }: { readonly now?: boolean }) => {
        const { world } = context
        await confirm(context, 'Delete stored files with no database record? Only a backup can restore them.')
        // Includes files stored in the current second.
        const grace = now ? -1 : undefined
        const stored = await sweepFiles(world, grace)
        const staged = await sweepAbandonedBytes(world, grace)
        return {
          lines: [
            stored + staged === 0
              ? 'Nothing to repair'
              : `Deleted ${formatCount(stored, 'stored file')} and ${formatCount(staged, 'staged file')}`,
          ],
          json: { removed: { stored, staged } },
        }
      }),
    )
