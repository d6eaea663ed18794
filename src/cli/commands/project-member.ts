import type { Command } from 'commander'
import { Refusal } from '../../kit/messages/refusal.ts'
import { addMember } from '../../projects/commands/add-member.ts'
import { changeAdministration } from '../../projects/commands/change-administration.ts'
import { removeMember } from '../../projects/commands/remove-member.ts'
import { getAccount } from '../arguments/get-account.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly administrator?: boolean
}

/** `project member NAME add|remove LOGIN` */
export const configureProjectMember = (command: Command): Command =>
  command
    .description('add or remove a project member')
    .argument('<name>', 'short name or id of the project')
    .argument('<change>', 'add, remove')
    .argument('<login>', 'login of the user')
    .option('--administrator', 'add: the member also administers the project')
    .action(
      withDatabase(async ({ world, caller }, name: string, text: string, login: string, options: Options) => {
        const change = parseChoice('change', ['add', 'remove'], text)
        const isAdministrator = options.administrator === true
        if (isAdministrator && change === 'remove') throw new UsageError('--administrator is an option of "add"')
        const project = await getNamedProject(world, name)
        const user = await getAccount(world, login)
        if (change === 'add') {
          await addMember(world, caller, project.id, user.id)
          if (isAdministrator)
            await changeAdministration(world, caller, project.id, { userId: user.id, isAdministrator })
        } else if (!(await removeMember(world, caller, project.id, user.id)))
          throw new Refusal('absent', `${user.login} is not a member of ${project.shortName}`)
        const role = isAdministrator ? 'an administrator' : 'a member'
        const relation = change === 'add' ? `is now ${role} of` : 'is no longer a member of'
        return {
          lines: [`${user.login} ${relation} ${project.shortName}`],
          json: { project_id: project.id, user_id: user.id, is_member: change === 'add' },
        }
      }),
    )
