import type { Command } from 'commander'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { isExpired } from '../../sign-in/model/access-key.ts'
import { loadAccessKeysOfUser } from '../../sign-in/store/access-keys.ts'
import { getAccount } from '../arguments/get-account.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

const formatDay = (moment: EpochSeconds | null): string =>
  moment === null ? 'never' : new Date(moment * 1000).toISOString().slice(0, 10)
const formatIsoDate = (moment: EpochSeconds | null): string | null =>
  moment === null ? null : new Date(moment * 1000).toISOString()

/** `key list --user LOGIN` */
export const configureKeyList = (command: Command): Command =>
  command
    .description('list the access keys of a user')
    .requiredOption('--user <login>', 'login of the owner')
    .action(
      withDatabase(async ({ world, io }, options: { readonly user: string }) => {
        const user = await getAccount(world, options.user)
        const keys = await loadAccessKeysOfUser(world.db.read, user.id)
        const now = world.clock.now()
        return {
          isResult: true,
          lines: formatColumns(io, [
            ['ID', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'DESCRIPTION'],
            ...keys.map((key) => [
              `${key.id}`,
              key.scopes.join(','),
              formatDay(key.createdOn),
              formatDay(key.lastUsedOn),
              isExpired(key, now) ? 'expired' : formatDay(key.expiresOn),
              key.description,
            ]),
          ]),
          json: {
            keys: keys.map((key) => ({
              id: key.id,
              scopes: key.scopes,
              description: key.description,
              created_on: formatIsoDate(key.createdOn),
              last_used_on: formatIsoDate(key.lastUsedOn),
              expires_on: formatIsoDate(key.expiresOn),
            })),
          },
        }
      }),
    )
