import type { Command } from 'commander'
import { changeProjectStatus } from '../../projects/commands/change-project-status.ts'
import { inWorld } from '../action.ts'
import { findNamedProject } from '../find-named-project.ts'
import { readChoice } from '../read-choice.ts'

const statuses = ['active', 'suspended', 'deleted'] as const

/** `project status NAME active|suspended|deleted` */
export const projectStatus = (command: Command): Command =>
  command
    .description('approve, suspend, or delete a project')
    .argument('<name>', 'short name or id')
    .argument('<status>', statuses.join(', '))
    .action(
      inWorld(async ({ world, caller }, name: string, text: string) => {
        const status = readChoice('status of a project', statuses, text)
        const project = await findNamedProject(world, name)
        await changeProjectStatus(world, caller, project.id, status)
        const line = `${project.shortName} is now ${status}`
        return { lines: [line], json: { id: project.id, short_name: project.shortName, status } }
      }),
    )
