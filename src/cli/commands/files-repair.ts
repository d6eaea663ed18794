import type { Command } from 'commander'
import { sweepFiles } from '../../uploads/commands/sweep-files.ts'
import { sweepStrays } from '../../uploads/commands/sweep-strays.ts'
import { inWorld } from '../action.ts'

/** `files repair` */
export const filesRepair = (command: Command): Command =>
  command
    .description('remove stored bytes that nobody has spoken of for a day; rows stay as they are')
    .option('--now', 'also what is younger than a day: only while no server runs')
    .action(
      inWorld(async ({ world }, { now = false }: { readonly now?: boolean }) => {
        // What was stored in this very second is old enough too.
        const grace = now ? -1 : undefined
        const stored = await sweepFiles(world, grace)
        const staged = await sweepStrays(world, grace)
        return { lines: [`Removed ${stored} stored and ${staged} staged`], json: { removed: { stored, staged } } }
      }),
    )
