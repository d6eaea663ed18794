import type { Command } from 'commander'
import { addProjectField } from '../../projects/commands/add-project-field.ts'
import { projectFieldKinds } from '../../projects/model/project-field.ts'
import { inWorld } from '../action.ts'
import { readChoice } from '../read-choice.ts'
import { readId } from '../read-id.ts'

interface Options {
  readonly description: string
  readonly kind: string
  readonly required?: boolean
  readonly rank?: string
}

/** `project field add NAME` */
export const projectFieldAdd = (command: Command): Command =>
  command
    .description('add something every new project is asked for')
    .argument('<name>', 'its name')
    .option('--description <text>', 'what to write into it', '')
    .option('--kind <kind>', projectFieldKinds.join(', '), 'line')
    .option('--required', 'a project cannot be made without it')
    .option('--rank <number>', 'its place among the others (default: the last)')
    .action(
      inWorld(async ({ world, caller }, name: string, options: Options) => {
        const { id, rank } = await addProjectField(world, caller, {
          name: name.trim(),
          description: options.description,
          kind: readChoice('kind of field', projectFieldKinds, options.kind),
          isRequired: options.required === true,
          rank: options.rank === undefined ? undefined : readId(options.rank),
        })
        return { lines: [`New projects are asked for "${name.trim()}" (${id})`], json: { id, name: name.trim(), rank } }
      }),
    )
