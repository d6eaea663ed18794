import { normalizeEmail, normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadUsers, loadUsersByEmails, loadUsersByLdapIds, loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { UserReferences } from '../model/user-references.ts'

/**
 * Returns the referenced users, each once; throws for a reference that matches no user or several
 * (docs/api/user-groups.md §5).
 */
export async function resolveUserReferences(db: Reader, references: UserReferences): Promise<User[]> {
  const find = await finderOf(db, references)
  const users = references.values.map((value) => find(value) ?? refuse(message`User with reference ${value} not known`))
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

type Finder = (value: string | number) => User | undefined

async function finderOf(db: Reader, references: UserReferences): Promise<Finder> {
  switch (references.by) {
    case 'id': {
      const users = await loadUsers(db, references.values as UserId[])
      return (value) => users.get(value as UserId)
    }
    case 'username': {
      const users = await loadUsersByLogins(db, references.values)
      return (value) => users.get(normalizeLogin(`${value}`))
    }
    case 'ldap_id': {
      const users = await loadUsersByLdapIds(db, references.values)
      return (value) => users.find(({ ldapId }) => ldapId === value)
    }
    case 'email': {
      const users = Map.groupBy(await loadUsersByEmails(db, references.values), ({ email }) => normalizeEmail(email))
      return (value) => {
        const [user, other] = users.get(normalizeEmail(`${value}`)) ?? []
        return other === undefined ? user : refuse(message`More than one user use the email address ${value}`)
      }
    }
    default:
      return references satisfies never
  }
}

const refuse = (text: Message): never => {
  throw new Refusal('invalid', text)
}
