import { isDeepStrictEqual } from 'node:util'
import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import { readImmutableTags, type SentSettings } from '../model/sent-settings.ts'
import { administratedRepository, draftRefusal } from '../reads/access-file-check.ts'
import { settingsOfRepository } from '../reads/repository-settings.ts'
import { wantedAccessFile } from '../reads/wanted-access-file.ts'
import { wantedNotifications } from '../reads/wanted-notifications.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { addAccessFile } from '../store/access-files.ts'
import { saveNotifications } from '../store/commit-notifications.ts'
import { lookForRepository, saveRepository } from '../store/repositories.ts'
import { administrateRepository } from './administrate-repository.ts'
import { type RepositoryAct, recordOnRepository } from './record-on-repository.ts'

/** What PUT sends: all of it, but for what docs/api/subversion.md §1.5 gives a default. */
export type WholeSettings = Required<Omit<SentSettings, 'access_file' | 'has_default_permissions'>> &
  Pick<SentSettings, 'access_file' | 'has_default_permissions'>

/**
 * docs/api/subversion.md §1.5: the settings become those that are sent; each part that is another now is written down.
 */
export async function changeRepository(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  sent: WholeSettings,
): Promise<{ readonly repository: Repository; readonly project: Project }> {
  const refusal = await accessFileRefusal(world, caller, id, sent)
  return administrateRepository(world, caller, id, async (tx, { subject: repository }, project) => {
    const before = await settingsOfRepository(tx, repository)
    const after = await wanted(tx, repository, sent)
    // What is in force already, of an earlier version of this server, may be sent back.
    if (refusal !== undefined && isNewVersion(before, after)) throw refusal
    if (world.repositories.state() === 'absent') refuseAbsent()
    const acts = await saveChanges(tx, repository, { before, after, at: world.clock.now(), by: caller })
    for (const { action, detail } of acts)
      await recordOnRepository(tx, repository, project, { at: world.clock.now(), by: caller, action, detail })
    // It is locked: nobody took it away meanwhile.
    return { repository: (await lookForRepository(tx, id)) as Repository, project }
  })
}

/** Found before the transaction, since Subversion itself is consulted, and only for administrators. */
async function accessFileRefusal(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  sent: WholeSettings,
): Promise<Refusal | undefined> {
  const repository = await administratedRepository(world, caller, id)
  if (repository === undefined || sent.access_file === undefined) return undefined
  const draft = { text: sent.access_file, hasDefaultPermissions: sent.has_default_permissions ?? true }
  return draftRefusal(world, repository, draft)
}

const isNewVersion = (before: RepositorySettings, after: RepositorySettings): boolean =>
  before.accessFile !== after.accessFile || before.hasDefaultPermissions !== after.hasDefaultPermissions

async function wanted(tx: Tx, { projectId }: Repository, sent: WholeSettings): Promise<RepositorySettings> {
  if (sent.access_file === undefined) throw new Refusal('invalid', '`settings[access_file]` is required')
  return {
    notifications: await wantedNotifications(tx, projectId, sent.email_notifications),
    immutableTags: readImmutableTags(sent.immutable_tags),
    commitRules: {
      isReferenceMandatory: sent.commit_rules.is_reference_mandatory,
      isMessageChangeAllowed: sent.commit_rules.is_commit_message_change_allowed,
    },
    accessFile: await wantedAccessFile(tx, projectId, sent.access_file),
    // docs/api/subversion.md §1.5: absent means true.
    hasDefaultPermissions: sent.has_default_permissions ?? true,
  }
}

interface Change {
  readonly before: RepositorySettings
  readonly after: RepositorySettings
  readonly at: ReturnType<World['clock']['now']>
  readonly by: Caller
}

interface Act {
  readonly action: RepositoryAct
  readonly detail: Readonly<Record<string, unknown>>
}

async function saveChanges(tx: Tx, { id }: Repository, { before, after, at, by }: Change): Promise<readonly Act[]> {
  const acts: Act[] = []
  const isOther = (part: keyof RepositorySettings): boolean => !isDeepStrictEqual(before[part], after[part])
  const { commitRules, immutableTags, notifications, accessFile, hasDefaultPermissions } = after
  if (isOther('commitRules')) {
    await saveRepository(tx, id, { commitRules })
    acts.push({ action: 'svn_multi_repository_hook_update', detail: { ...commitRules } })
  }
  if (isOther('immutableTags')) {
    await saveRepository(tx, id, { immutableTags })
    acts.push({ action: 'svn_multi_repository_immutable_tags_update', detail: { ...immutableTags } })
  }
  if (isNewVersion(before, after)) {
    const file = { text: accessFile, hasDefaultPermissions, createdOn: at, createdBy: userIdOf(by) }
    const version = await addAccessFile(tx, id, file)
    await saveRepository(tx, id, { accessFileVersion: version, hasDefaultPermissions })
    const detail = { version, hasDefaultPermissions, text: accessFile }
    acts.push({ action: 'svn_multi_repository_access_file_update', detail })
  }
  if (isOther('notifications')) {
    await saveNotifications(tx, id, notifications)
    acts.push({
      action: notificationAct(before, after),
      detail: { before: before.notifications, after: notifications },
    })
  }
  return acts
}

function notificationAct(before: RepositorySettings, after: RepositorySettings): RepositoryAct {
  if (before.notifications.length === 0) return 'svn_multi_repository_notification_create'
  return after.notifications.length === 0
    ? 'svn_multi_repository_notification_delete'
    : 'svn_multi_repository_notification_update'
}
