import type { Command } from 'commander'
import { changePassword } from '../../platform/commands/change-password.ts'
import { inWorld } from '../action.ts'
import { askPassword } from '../ask-password.ts'
import { findAccount } from '../find-account.ts'

/** `user password LOGIN` */
export const userPassword = (command: Command): Command =>
  command
    .description('set a password, read from standard input or asked for on a terminal')
    .argument('<login>', 'whose')
    .action(
      inWorld(async ({ world, caller, shell }, login: string) => {
        const user = await findAccount(world, login)
        await changePassword(world, caller, user.id, { password: await askPassword(shell, user.login) })
        const line = `${user.login} has a new password; whoever was signed in with the old one is signed out`
        return { lines: [line], json: { id: user.id, login: user.login } }
      }),
    )
