import type { Command } from 'commander'
import { clearSecondFactors } from '../../sign-in/commands/clear-second-factors.ts'
import { confirm } from '../arguments/confirm.ts'
import { getAccount } from '../arguments/get-account.ts'
import { withDatabase } from '../context/command-context.ts'

/** `user clear-factors LOGIN` */
export const configureUserClearFactors = (command: Command): Command =>
  command
    .description('remove all second factors of a user (lost device)')
    .argument('<login>', 'login of the user')
    .action(
      withDatabase(async (context, login: string) => {
        const { world, caller } = context
        const user = await getAccount(world, login)
        await confirm(context, `Remove all second factors of ${user.login}?`)
        await clearSecondFactors(world, caller, user.id)
        const line = `Removed all second factors of ${user.login} and ended their sessions`
        return { lines: [line], json: { id: user.id, login: user.login } }
      }),
    )
