import type { Command } from 'commander'
import { loadAllUsers } from '../../accounts/store/users.ts'
import { NONE_USER } from '../../kit/values/ids.ts'
import { formatAccountStatus } from '../arguments/account-status.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

/** `user list` */
export const configureUserList = (command: Command): Command =>
  command.description('list all user accounts').action(
    withDatabase(async ({ world, io }) => {
      // "None" is a built-in placeholder, not an account.
      const users = (await loadAllUsers(world.db.read)).filter(({ id }) => id !== NONE_USER)
      return {
        isResult: true,
        lines: formatColumns(io, [
          ['ID', 'LOGIN', 'STATUS', 'NAME', 'EMAIL'],
          ...users.map((user) => [
            `${user.id}`,
            user.login,
            formatAccountStatus(user.status),
            user.realName,
            user.email,
          ]),
        ]),
        json: {
          users: users.map((user) => ({
            id: user.id,
            login: user.login,
            status: user.status,
            real_name: user.realName,
            email: user.email,
            ldap_id: user.ldapId,
          })),
        },
      }
    }),
  )
