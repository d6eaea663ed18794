import type { Command } from 'commander'
import { addMember } from '../../projects/commands/add-member.ts'
import { removeMember } from '../../projects/commands/remove-member.ts'
import { inWorld } from '../action.ts'
import { findAccount } from '../find-account.ts'
import { findNamedProject } from '../find-named-project.ts'
import { readChoice } from '../read-choice.ts'

const changes = {
  add: { command: addMember, said: 'is a member of' },
  remove: { command: removeMember, said: 'is no longer a member of' },
} as const

/** `project member NAME add|remove LOGIN` */
export const projectMember = (command: Command): Command =>
  command
    .description('take someone into a project, or out of it')
    .argument('<name>', 'short name or id of the project')
    .argument('<change>', 'add, remove')
    .argument('<login>', 'who')
    .action(
      inWorld(async ({ world, caller }, name: string, text: string, login: string) => {
        const change = readChoice('change', ['add', 'remove'], text)
        const project = await findNamedProject(world, name)
        const user = await findAccount(world, login)
        await changes[change].command(world, caller, project.id, user.id)
        const line = `${user.login} ${changes[change].said} ${project.shortName}`
        return { lines: [line], json: { project_id: project.id, user_id: user.id, is_member: change === 'add' } }
      }),
    )
