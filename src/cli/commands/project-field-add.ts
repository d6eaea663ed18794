import type { Command } from 'commander'
import { addProjectField } from '../../projects/commands/add-project-field.ts'
import { projectFieldKinds } from '../../projects/model/project-field.ts'
import { withDatabase } from '../command-context.ts'
import { parseChoice } from '../parse-choice.ts'
import { parseId } from '../parse-id.ts'

interface Options {
  readonly description: string
  readonly kind: string
  readonly required?: boolean
  readonly rank?: string
}

/** `project field add NAME` */
export const configureProjectFieldAdd = (command: Command): Command =>
  command
    .description('add a field to the project creation form')
    .argument('<name>', 'name of the field')
    .option('--description <text>', 'description of the field', '')
    .option('--kind <kind>', projectFieldKinds.join(', '), 'line')
    .option('--required', 'new projects must fill it in')
    .option('--rank <number>', 'position among the fields (default: last)')
    .action(
      withDatabase(async ({ world, caller }, name: string, options: Options) => {
        const { id, rank } = await addProjectField(world, caller, {
          name: name.trim(),
          description: options.description,
          kind: parseChoice('kind of field', projectFieldKinds, options.kind),
          isRequired: options.required === true,
          rank: options.rank === undefined ? undefined : parseId(options.rank),
        })
        return { lines: [`Added project field "${name.trim()}" (id ${id})`], json: { id, name: name.trim(), rank } }
      }),
    )
