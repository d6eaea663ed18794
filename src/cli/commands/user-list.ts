import type { Command } from 'commander'
import { NOBODY } from '../../kit/ids.ts'
import { allUsers } from '../../platform/store/users.ts'
import { accountStateName } from '../account-state.ts'
import { inWorld } from '../action.ts'
import { inColumns } from '../columns.ts'

/** `user list` */
export const userList = (command: Command): Command =>
  command.description('list every account').action(
    inWorld(async ({ world }) => {
      // The account "None" is nobody's.
      const users = (await allUsers(world.db.read)).filter(({ id }) => id !== NOBODY)
      return {
        lines: inColumns([
          ['ID', 'LOGIN', 'STATUS', 'NAME', 'E-MAIL'],
          ...users.map((user) => [`${user.id}`, user.login, accountStateName(user.status), user.realName, user.email]),
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
