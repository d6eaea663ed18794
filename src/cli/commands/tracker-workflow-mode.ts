import type { Command } from 'commander'
import { setWorkflowMode } from '../../trackers/commands/set-workflow-mode.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'

const modes = ['simple', 'advanced'] as const

/** `tracker workflow-mode ID simple|advanced` */
export const configureTrackerWorkflowMode = (command: Command): Command =>
  command
    .description('set the workflow mode: simple (transitions to a state share conditions) or advanced')
    .argument('<id>', 'tracker id')
    .argument('<mode>', modes.join(', '))
    .action(
      withDatabase(async ({ world, caller }, text: string, word: string) => {
        const mode = parseChoice('workflow mode', modes, word)
        const { id } = await getTracker(world, text)
        await setWorkflowMode(world, caller, id, mode)
        return { lines: [`The workflow of tracker ${id} is now in ${mode} mode`], json: { id, workflow_mode: mode } }
      }),
    )
