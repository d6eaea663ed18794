import type { Command } from 'commander'
import { clearSecondFactors } from '../../platform/commands/clear-second-factors.ts'
import { inWorld } from '../action.ts'
import { findAccount } from '../find-account.ts'

/** `user clear-factors LOGIN` */
export const userClearFactors = (command: Command): Command =>
  command
    .description('take every second factor of an account off, for who lost them; the password alone opens it again')
    .argument('<login>', 'whose')
    .action(
      inWorld(async ({ world, caller }, login: string) => {
        const user = await findAccount(world, login)
        await clearSecondFactors(world, caller, user.id)
        const line = `${user.login} has no second factor any more, and is signed out everywhere`
        return { lines: [line], json: { id: user.id, login: user.login } }
      }),
    )
