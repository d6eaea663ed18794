import type { Command } from 'commander'
import { setTemplate } from '../../projects/commands/set-template.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'

/** `project template NAME on|off` */
export const configureProjectTemplate = (command: Command): Command =>
  command
    .description('mark a project as a template, or unmark it')
    .argument('<name>', 'short name or id of the project')
    .argument('<on|off>', 'on, off')
    .action(
      withDatabase(async ({ world, caller }, name: string, text: string) => {
        const isTemplate = parseChoice('value', ['on', 'off'], text) === 'on'
        const project = await getNamedProject(world, name)
        await setTemplate(world, caller, project.id, isTemplate)
        const line = `${project.shortName} is ${isTemplate ? 'now' : 'no longer'} a template`
        return { lines: [line], json: { id: project.id, short_name: project.shortName, is_template: isTemplate } }
      }),
    )
