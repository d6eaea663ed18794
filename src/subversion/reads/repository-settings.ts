import { loadGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import type { SettingsWithPrincipals } from '../model/settings-with-principals.ts'
import { loadAccessFileText } from '../store/access-files.ts'
import { loadNotifications } from '../store/commit-notifications.ts'

/** Returns all settings of a repository. */
export async function loadRepositorySettings(db: Reader, repository: Repository): Promise<RepositorySettings> {
  const [accessFile, notifications] = await Promise.all([
    loadAccessFileText(db, repository),
    loadNotifications(db, repository.id),
  ])
  const { commitRules, immutableTags, hasDefaultPermissions } = repository
  return { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions }
}

/** Returns the settings with the users and groups they refer to. */
export async function loadSettingsWithPrincipals(db: Reader, repository: Repository): Promise<SettingsWithPrincipals> {
  const settings = await loadRepositorySettings(db, repository)
  const [users, groups] = await Promise.all([
    loadUsers(db, [...new Set(settings.notifications.flatMap((each) => each.users))]),
    loadGroups(db, [...new Set(settings.notifications.flatMap((each) => each.groups))]),
  ])
  return { settings, users, groups }
}
