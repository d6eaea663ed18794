import type { Command } from 'commander'
import { changeUser } from '../../sign-in/commands/change-user.ts'
import { accountStatusNames, formatAccountStatus, parseAccountStatus } from '../arguments/account-status.ts'
import { getAccount } from '../arguments/get-account.ts'
import { withDatabase } from '../context/command-context.ts'

/** `user status LOGIN STATUS` */
export const configureUserStatus = (command: Command): Command =>
  command
    .description('change the status of a user account')
    .argument('<login>', 'login of the user')
    .argument('<status>', accountStatusNames.join(', '))
    .action(
      withDatabase(async ({ world, caller }, login: string, text: string) => {
        const status = parseAccountStatus(text)
        const user = await getAccount(world, login)
        await changeUser(world, caller, user.id, { status })
        const line = `${user.login} is now ${formatAccountStatus(status)}`
        return { lines: [line], json: { id: user.id, login: user.login, status } }
      }),
    )
