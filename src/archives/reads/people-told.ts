import type { ArchiveUserReference } from '../../fields/archive-write-context.ts'
import type { Reader } from '../../kit/db/db.ts'
import { NOBODY, type UserId } from '../../kit/ids.ts'
import { loadUsers } from '../../platform/store/users.ts'

/** Whom an archive speaks of: known by their references once met, all of them listed in users.xml. */
export interface PeopleTold {
  /** Must have met the person. */
  personOf(user: UserId): ArchiveUserReference | undefined
  meet(db: Reader, users: Iterable<UserId>): Promise<void>
  /** Everyone met, by id, without the account "None". */
  ids(): UserId[]
}

const nobody: ArchiveUserReference = { format: 'username', name: 'None' }

/** docs/api/archive-format.md §3.2: by LDAP id who has one, else by login. */
export function peopleTold(): PeopleTold {
  const known = new Map<UserId, ArchiveUserReference | undefined>([[NOBODY, nobody]])
  return {
    personOf: (user) => known.get(user),
    async meet(db, users) {
      const strangers = [...new Set(users)].filter((id) => !known.has(id))
      const found = await loadUsers(db, strangers)
      for (const id of strangers) {
        const user = found.get(id)
        known.set(id, user && referenceOf(user))
      }
    },
    ids: () =>
      [...known.entries()]
        .flatMap(([id, reference]) => (id === NOBODY || reference === undefined ? [] : [id]))
        .sort((a, b) => a - b),
  }
}

const referenceOf = ({
  login,
  ldapId,
}: {
  readonly login: string
  readonly ldapId: string | null
}): ArchiveUserReference => (ldapId === null ? { format: 'username', name: login } : { format: 'ldap', name: ldapId })
