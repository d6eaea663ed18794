import { isStaticGroup } from '../../accounts/model/groups.ts'
import { loadGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { hasRecipients } from '../model/commit-recipients.ts'
import type { CommitNotification, Repository, RepositorySettings } from '../model/repository.ts'
import type { SettingsWithPrincipals } from '../model/settings-with-principals.ts'
import { loadAccessFileText } from '../store/access-files.ts'
import { loadNotifications } from '../store/commit-notifications.ts'

/** Returns all settings of a repository, as administrators see them. */
export const loadRepositorySettings = async (db: Reader, repository: Repository): Promise<RepositorySettings> =>
  (await loadSettingsWithPrincipals(db, repository)).settings

/** Returns the settings with the users and groups they refer to. */
export async function loadSettingsWithPrincipals(db: Reader, repository: Repository): Promise<SettingsWithPrincipals> {
  const [accessFile, stored] = await Promise.all([
    loadAccessFileText(db, repository),
    loadNotifications(db, repository.id),
  ])
  const [users, groups] = await Promise.all([
    loadUsers(db, [...new Set(stored.flatMap((each) => each.users))]),
    loadGroups(db, [...new Set(stored.flatMap((each) => each.groups))]),
  ])
  const { commitRules, immutableTags, hasDefaultPermissions } = repository
  const notifications = omitMissingRecipients(stored, { users, groups })
  return {
    settings: { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions },
    users,
    groups,
  }
}

/** Omits deleted users and groups, and notifications of no one else, which a client could not send back. */
const omitMissingRecipients = (
  stored: readonly CommitNotification[],
  { users, groups }: Pick<SettingsWithPrincipals, 'users' | 'groups'>,
): CommitNotification[] =>
  stored
    .map((each) => ({
      ...each,
      users: each.users.filter((id) => users.has(id)),
      groups: each.groups.filter((id) => !isStaticGroup(id) || groups.has(id)),
    }))
    .filter(hasRecipients)
