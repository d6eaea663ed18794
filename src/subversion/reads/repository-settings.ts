import type { Reader } from '../../kit/db/db.ts'
import { loadGroups } from '../../platform/store/groups.ts'
import { loadUsers } from '../../platform/store/users.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import type { ShownSettings } from '../model/shown-settings.ts'
import { accessFileOf } from '../store/access-files.ts'
import { notificationsOf } from '../store/commit-notifications.ts'

/** All that is set for a repository. */
export async function settingsOfRepository(db: Reader, repository: Repository): Promise<RepositorySettings> {
  const [accessFile, notifications] = await Promise.all([
    accessFileOf(db, repository),
    notificationsOf(db, repository.id),
  ])
  const { commitRules, immutableTags, hasDefaultPermissions } = repository
  return { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions }
}

/** The same with the people and groups it speaks of. */
export async function shownSettings(db: Reader, repository: Repository): Promise<ShownSettings> {
  const settings = await settingsOfRepository(db, repository)
  const [users, groups] = await Promise.all([
    loadUsers(db, [...new Set(settings.notifications.flatMap((each) => each.users))]),
    loadGroups(db, [...new Set(settings.notifications.flatMap((each) => each.groups))]),
  ])
  return { settings, users, groups }
}
