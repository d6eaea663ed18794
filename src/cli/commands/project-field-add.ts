import type { Command } from 'commander'
import { addProjectField } from '../../projects/commands/add-project-field.ts'
import { projectFieldKinds } from '../../projects/model/project-field.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { parseCount } from '../arguments/parse-count.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly description: string
  readonly type: string
  readonly required?: boolean
  readonly position?: string
}

/** `project field add NAME` */
export const configureProjectFieldAdd = (command: Command): Command =>
  command
    .description('add a field to the project creation form')
    .argument('<name>', 'name of the field')
    .option('--description <text>', 'description of the field', '')
    .option('--type <type>', projectFieldKinds.join(', '), 'line')
    .option('--required', 'new projects must fill it in')
    .option('--position <number>', 'position among the fields, from 1; the fields after it move (default: last)')
    .action(
      withDatabase(async ({ world, caller }, name: string, options: Options) => {
        const { id, rank } = await addProjectField(world, caller, {
          name: name.trim(),
          description: options.description,
          kind: parseChoice('field type', projectFieldKinds, options.type),
          isRequired: options.required === true,
          place: options.position === undefined ? 'last' : { position: parsePosition(options.position) },
        })
        return { lines: [`Added project field "${name.trim()}" (id ${id})`], json: { id, name: name.trim(), rank } }
      }),
    )

function parsePosition(text: string): number {
  const position = parseCount('position', text)
  if (position === 0) throw new UsageError('Invalid position "0". The first position is 1')
  return position
}
