import type { Command } from 'commander'
import { createUser } from '../../accounts/commands/create-user.ts'
import { isEmailAddress } from '../../accounts/model/email-address.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { accountStatusNames, formatAccountStatus, parseAccountStatus } from '../arguments/account-status.ts'
import { assertLoginName } from '../arguments/assert-login-name.ts'
import { promptPassword } from '../arguments/prompt-password.ts'
import { withDatabase } from '../context/command-context.ts'

interface Options {
  readonly email: string
  readonly realName?: string
  readonly status: string
  readonly ldapId?: string
  readonly passwordStdin?: boolean
}

/** `user create LOGIN` */
export const configureUserCreate = (command: Command): Command =>
  command
    .description('create a user account')
    .argument('<login>', 'login of the user')
    .option('--email <address>', 'email address', '')
    .option('--real-name <name>', 'display name (default: the login)')
    .option('--status <status>', accountStatusNames.join(', '), 'active')
    .option('--ldap-id <id>', 'LDAP id that archives refer to')
    .option('--password-stdin', 'read the password from standard input')
    .action(
      withDatabase(async ({ world, caller, io }, login: string, options: Options) => {
        const status = parseAccountStatus(options.status)
        assertLoginName(login)
        if (options.email !== '' && !isEmailAddress(options.email)) {
          throw new Refusal('invalid', `"${options.email}" is not an email address`)
        }
        const password = options.passwordStdin === true ? await promptPassword(io, login) : null
        const { email, realName = login, ldapId = null } = options
        const id = await createUser(world, caller, { login, email, realName, status, ldapId, password })
        const line = `Created user ${login} (id ${id}, ${formatAccountStatus(status)})`
        const hint = `Set a password with "tulipwood user password ${login}"`
        return { lines: password === null ? [line, hint] : [line], json: { id, login, status } }
      }),
    )
