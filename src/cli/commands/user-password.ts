import type { Command } from 'commander'
import { changePassword } from '../../sign-in/commands/change-password.ts'
import { getAccount } from '../arguments/get-account.ts'
import { promptPassword } from '../arguments/prompt-password.ts'
import { withDatabase } from '../context/command-context.ts'

/** `user password LOGIN` */
export const configureUserPassword = (command: Command): Command =>
  command
    .description('set a password (read from standard input, or prompted for)')
    .argument('<login>', 'login of the user')
    .action(
      withDatabase(async ({ world, caller, io }, login: string) => {
        const user = await getAccount(world, login)
        await changePassword(world, caller, user.id, { password: await promptPassword(io, user.login) })
        const line = `Changed the password of ${user.login} and ended their other sessions`
        return { lines: [line], json: { id: user.id, login: user.login } }
      }),
    )
