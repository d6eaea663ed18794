import type { Command } from 'commander'
import { createAccessKey } from '../../sign-in/commands/create-access-key.ts'
import { accessKeyScopes, isAccessKeyScope } from '../../sign-in/model/scopes.ts'
import { getAccount } from '../arguments/get-account.ts'
import { parseExpiry } from '../arguments/parse-expiry.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly user: string
  readonly scope: readonly string[]
  readonly expires?: string
  readonly description: string
}

/** `key create --user LOGIN`: prints only the key, for use in scripts. */
export const configureKeyCreate = (command: Command): Command =>
  command
    .description('create an access key; it is printed once and cannot be shown again')
    .requiredOption('--user <login>', 'login of the owner')
    .option('--scope <scope...>', accessKeyScopes.join(', '), ['write:rest'])
    .option('--expires <date>', 'last day, such as 2027-01-31, or date and time, such as 2027-01-31T12:00:00+01:00')
    .option('--description <text>', 'description of the key', 'created on the command line')
    .action(
      withDatabase(async ({ world, caller }, options: Options) => {
        const unknown = options.scope.find((scope) => !isAccessKeyScope(scope))
        if (unknown !== undefined)
          throw new UsageError(`Unknown scope "${unknown}". Valid scopes: ${accessKeyScopes.join(', ')}`)
        const expiresOn = options.expires === undefined ? null : parseExpiry(options.expires)
        const user = await getAccount(world, options.user)
        const draft = { user: user.id, description: options.description, scopes: options.scope, expiresOn }
        const { id, identifier } = await createAccessKey(world, caller, draft)
        return {
          isResult: true,
          lines: [identifier],
          json: { id, key: identifier, login: user.login, scopes: options.scope },
        }
      }),
    )
