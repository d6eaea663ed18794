import type { Command } from 'commander'
import type { TrackerId } from '../../kit/ids.ts'
import { setWorkflowMode } from '../../trackers/commands/set-workflow-mode.ts'
import { inWorld } from '../action.ts'
import { readChoice } from '../read-choice.ts'
import { readId } from '../read-id.ts'

const modes = ['simple', 'advanced'] as const

/** `tracker workflow-mode ID simple|advanced` */
export const trackerWorkflowMode = (command: Command): Command =>
  command
    .description('let the transitions into a state share their conditions (simple), or each have its own (advanced)')
    .argument('<id>', 'id of the tracker')
    .argument('<mode>', modes.join(', '))
    .action(
      inWorld(async ({ world, caller }, text: string, word: string) => {
        const id = readId<TrackerId>(text)
        const mode = readChoice('mode of a workflow', modes, word)
        await setWorkflowMode(world, caller, id, mode)
        return { lines: [`The workflow of tracker ${id} is in ${mode} mode`], json: { id, workflow_mode: mode } }
      }),
    )
