import type { Command } from 'commander'
import { setTemplate } from '../../projects/commands/set-template.ts'
import { inWorld } from '../action.ts'
import { findNamedProject } from '../find-named-project.ts'
import { readChoice } from '../read-choice.ts'

/** `project template NAME on|off` */
export const projectTemplate = (command: Command): Command =>
  command
    .description('offer a project as template for new ones, or no longer')
    .argument('<name>', 'short name or id')
    .argument('<switch>', 'on, off')
    .action(
      inWorld(async ({ world, caller }, name: string, text: string) => {
        const isTemplate = readChoice('switch', ['on', 'off'], text) === 'on'
        const project = await findNamedProject(world, name)
        await setTemplate(world, caller, project.id, isTemplate)
        const line = `${project.shortName} is ${isTemplate ? 'now' : 'no longer'} a template`
        return { lines: [line], json: { id: project.id, short_name: project.shortName, is_template: isTemplate } }
      }),
    )
