import type { Command } from 'commander'
import { createUser } from '../../platform/commands/create-user.ts'
import { accountStateName, accountStateNames, readAccountState } from '../account-state.ts'
import { inWorld } from '../action.ts'
import { askPassword } from '../ask-password.ts'

interface Options {
  readonly email: string
  readonly realName?: string
  readonly status: string
  readonly ldapId?: string
  readonly passwordStdin?: boolean
}

/** `user create LOGIN` */
export const userCreate = (command: Command): Command =>
  command
    .description('make an account')
    .argument('<login>', 'name to sign in with')
    .option('--email <address>', 'e-mail address', '')
    .option('--real-name <name>', 'name shown to others (default: the login)')
    .option('--status <status>', accountStateNames.join(', '), 'active')
    .option('--ldap-id <id>', 'identifier in the directory archives refer to')
    .option('--password-stdin', 'read the password from standard input')
    .action(
      inWorld(async ({ world, caller, shell }, login: string, options: Options) => {
        const status = readAccountState(options.status)
        const password = options.passwordStdin === true ? await askPassword(shell, login) : null
        const { email, realName = login, ldapId = null } = options
        const id = await createUser(world, caller, { login, email, realName, status, ldapId, password })
        const made = `Account ${login} (${id}) was made, ${accountStateName(status)}`
        const hint = `It has no password yet: tulipwood user password ${login}`
        return { lines: password === null ? [made, hint] : [made], json: { id, login, status } }
      }),
    )
