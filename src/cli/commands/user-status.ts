import type { Command } from 'commander'
import { changeUser } from '../../platform/commands/change-user.ts'
import { accountStateName, accountStateNames, readAccountState } from '../account-state.ts'
import { inWorld } from '../action.ts'
import { findAccount } from '../find-account.ts'

/** `user status LOGIN STATUS` */
export const userStatus = (command: Command): Command =>
  command
    .description('change the state of an account')
    .argument('<login>', 'whose')
    .argument('<status>', accountStateNames.join(', '))
    .action(
      inWorld(async ({ world, caller }, login: string, text: string) => {
        const status = readAccountState(text)
        const user = await findAccount(world, login)
        await changeUser(world, caller, user.id, { status })
        const line = `${user.login} is now ${accountStateName(status)}`
        return { lines: [line], json: { id: user.id, login: user.login, status } }
      }),
    )
