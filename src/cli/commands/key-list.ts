import type { Command } from 'commander'
import type { EpochSeconds } from '../../kit/time.ts'
import { isExpired } from '../../platform/model/access-key.ts'
import { accessKeysOf } from '../../platform/store/access-keys.ts'
import { inWorld } from '../action.ts'
import { inColumns } from '../columns.ts'
import { findAccount } from '../find-account.ts'

const day = (moment: EpochSeconds | null): string =>
  moment === null ? 'never' : new Date(moment * 1000).toISOString().slice(0, 10)
const iso = (moment: EpochSeconds | null): string | null =>
  moment === null ? null : new Date(moment * 1000).toISOString()

/** `key list --user LOGIN` */
export const keyList = (command: Command): Command =>
  command
    .description('list the access keys of an account')
    .requiredOption('--user <login>', 'whose keys')
    .action(
      inWorld(async ({ world }, options: { readonly user: string }) => {
        const user = await findAccount(world, options.user)
        const keys = await accessKeysOf(world.db.read, user.id)
        const now = world.clock.now()
        return {
          lines: inColumns([
            ['ID', 'SCOPES', 'MADE', 'LAST USED', 'EXPIRES', 'DESCRIPTION'],
            ...keys.map((key) => [
              `${key.id}`,
              key.scopes.join(','),
              day(key.createdOn),
              day(key.lastUsedOn),
              isExpired(key, now) ? 'expired' : day(key.expiresOn),
              key.description,
            ]),
          ]),
          json: {
            keys: keys.map((key) => ({
              id: key.id,
              scopes: key.scopes,
              description: key.description,
              created_on: iso(key.createdOn),
              last_used_on: iso(key.lastUsedOn),
              expires_on: iso(key.expiresOn),
            })),
          },
        }
      }),
    )
