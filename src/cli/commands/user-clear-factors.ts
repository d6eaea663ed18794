import type { Command } from 'commander'
import { clearSecondFactors } from '../../site/commands/clear-second-factors.ts'
import { withDatabase } from '../command-context.ts'
import { getAccount } from '../get-account.ts'

/** `user clear-factors LOGIN` */
export const configureUserClearFactors = (command: Command): Command =>
  command
    .description('remove all second factors of a user (lost device)')
    .argument('<login>', 'login of the user')
    .action(
      withDatabase(async ({ world, caller }, login: string) => {
        const user = await getAccount(world, login)
        await clearSecondFactors(world, caller, user.id)
        const line = `Removed all second factors of ${user.login} and ended their sessions`
        return { lines: [line], json: { id: user.id, login: user.login } }
      }),
    )
