import type { Command } from 'commander'
import { createAccessKey } from '../../platform/commands/create-access-key.ts'
import { accessKeyScopes, isAccessKeyScope } from '../../platform/model/scopes.ts'
import { inWorld } from '../action.ts'
import { readExpiry } from '../expiry.ts'
import { findAccount } from '../find-account.ts'
import { UsageProblem } from '../usage-problem.ts'

interface Options {
  readonly user: string
  readonly scope: readonly string[]
  readonly expires?: string
  readonly description: string
}

/** `key create --user LOGIN`: prints the key alone, so that a script can keep it. */
export const keyCreate = (command: Command): Command =>
  command
    .description('make an access key; the key alone is printed, and can never be read again')
    .requiredOption('--user <login>', 'whose key')
    .option('--scope <scope...>', accessKeyScopes.join(', '), ['write:rest'])
    .option('--expires <date>', 'last day, such as 2027-01-31, or a moment, such as 2027-01-31T12:00:00+01:00')
    .option('--description <text>', 'what it is for', 'made on the command line')
    .action(
      inWorld(async ({ world, caller }, options: Options) => {
        const unknown = options.scope.find((scope) => !isAccessKeyScope(scope))
        if (unknown !== undefined) throw new UsageProblem(`"${unknown}" is no scope: use ${accessKeyScopes.join(', ')}`)
        const expiresOn = options.expires === undefined ? null : readExpiry(options.expires)
        const user = await findAccount(world, options.user)
        const draft = { user: user.id, description: options.description, scopes: options.scope, expiresOn }
        const { id, identifier } = await createAccessKey(world, caller, draft)
        return { lines: [identifier], json: { id, key: identifier, login: user.login, scopes: options.scope } }
      }),
    )
