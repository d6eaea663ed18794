import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'

/** Users that an archive refers to; all of them are listed in users.xml. */
export interface ExportedUsers {
  /** The user must have been loaded. */
  referenceOf(user: UserId): ArchiveUserReference | undefined
  load(db: Reader, users: Iterable<UserId>): Promise<void>
  /** Ids of all loaded users, without the account "None". */
  ids(): UserId[]
}

const noUser: ArchiveUserReference = { format: 'username', name: 'None' }

/** docs/api/archive-format.md §3.2: by LDAP id if there is one, otherwise by login. */
export function createExportedUsers(): ExportedUsers {
  const references = new Map<UserId, ArchiveUserReference | undefined>([[NONE_USER, noUser]])
  return {
    referenceOf: (user) => references.get(user),
    async load(db, users) {
      const strangers = [...new Set(users)].filter((id) => !references.has(id))
      const usersById = await loadUsers(db, strangers)
      for (const id of strangers) {
        const user = usersById.get(id)
        references.set(id, user && toReference(user))
      }
    },
    ids: () =>
      [...references.entries()]
        .flatMap(([id, reference]) => (id === NONE_USER || reference === undefined ? [] : [id]))
        .sort((a, b) => a - b),
  }
}

const toReference = ({
  login,
  ldapId,
}: {
  readonly login: string
  readonly ldapId: string | null
}): ArchiveUserReference => (ldapId === null ? { format: 'username', name: login } : { format: 'ldap', name: ldapId })
