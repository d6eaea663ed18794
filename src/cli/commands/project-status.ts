import type { Command } from 'commander'
import { changeProjectStatus } from '../../projects/commands/change-project-status.ts'
import { confirm } from '../arguments/confirm.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'

const statuses = ['active', 'suspended', 'deleted'] as const

/** `project status NAME active|suspended|deleted` */
export const configureProjectStatus = (command: Command): Command =>
  command
    .description('approve, suspend, or delete a project')
    .argument('<name>', 'short name or id of the project')
    .argument('<status>', statuses.join(', '))
    .action(
      withDatabase(async (context, name: string, text: string) => {
        const { world, caller } = context
        const status = parseChoice('project status', statuses, text)
        const project = await getNamedProject(world, name)
        if (status === 'deleted') await confirm(context, `Delete project ${project.shortName}?`)
        await changeProjectStatus(world, caller, project.id, status)
        const line = `${project.shortName} is now ${status}`
        return { lines: [line], json: { id: project.id, short_name: project.shortName, status } }
      }),
    )
