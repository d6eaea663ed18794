import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'
import { assertReturnable, parseImmutableTags, type SettingsInput } from '../model/settings-input.ts'
import { findDraftRefusal, getAdministeredRepository } from '../reads/check-access-file.ts'
import { parseAccessFileInput } from '../reads/parse-access-file-input.ts'
import { parseNotificationInput } from '../reads/parse-notification-input.ts'
import { loadRepositorySettings } from '../reads/repository-settings.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { addAccessFile } from '../store/access-files.ts'
import { saveNotifications } from '../store/commit-notifications.ts'
import { findRepository, saveRepository } from '../store/repositories.ts'
import { administerRepository } from './administer-repository.ts'
import { auditRepository, type RepositoryAuditEntry } from './audit-repository.ts'

/** Body of PUT: all settings, except those with a default in docs/api/subversion.md §1.5. */
export type FullSettings = Required<Omit<SettingsInput, 'access_file' | 'has_default_permissions'>> &
  Pick<SettingsInput, 'access_file' | 'has_default_permissions'>

/** Replaces the settings of a repository (docs/api/subversion.md §1.5) and audits each changed part. */
export async function changeRepository(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  input: FullSettings,
): Promise<{ readonly repository: Repository; readonly project: Project }> {
  const refusal = await checkAccessFileInput(world, caller, id, input)
  return administerRepository(world, caller, id, async (tx, permit, project) => {
    const { subject: repository } = permit
    const before = await loadRepositorySettings(tx, repository)
    const after = await toChange(tx, repository, input, before)
    // Accepts the unchanged text of an earlier version of this server, even if it is invalid now.
    if (refusal !== undefined && isNewVersion(before, after)) throw refusal
    if (world.repositories.state() === 'absent') throwNotInstalled()
    const acts = await saveChanges(tx, permit, { before, after, at: world.clock.now(), by: caller })
    for (const { action, detail } of acts)
      await auditRepository(tx, repository, project, { at: world.clock.now(), by: caller, action, detail })
    // The row is locked, so it still exists.
    return { repository: (await findRepository(tx, id)) as Repository, project }
  })
}

/** Checked before the transaction, because it runs Subversion; only for administrators. */
async function checkAccessFileInput(
  world: Pick<CommandWorld, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  input: FullSettings,
): Promise<Refusal | undefined> {
  const repository = await getAdministeredRepository(withReads(world), caller, id)
  if (repository === undefined || input.access_file === undefined) return undefined
  const draft = { text: input.access_file, hasDefaultPermissions: input.has_default_permissions ?? true }
  return findDraftRefusal(withReads(world), repository, draft)
}

const isNewVersion = (before: RepositorySettings, after: RepositorySettings): boolean =>
  before.accessFile !== after.accessFile || before.hasDefaultPermissions !== after.hasDefaultPermissions

async function toChange(
  tx: Tx,
  { projectId }: Repository,
  input: FullSettings,
  before: RepositorySettings,
): Promise<RepositorySettings> {
  if (input.access_file === undefined) throw new Refusal('invalid', '`settings[access_file]` is required')
  const lists = {
    notifications: await parseNotificationInput(tx, projectId, input.email_notifications, before.notifications),
    immutableTags: parseImmutableTags(input.immutable_tags),
  }
  assertReturnable(lists, before)
  return {
    ...lists,
    commitRules: {
      isReferenceMandatory: input.commit_rules.is_reference_mandatory,
      isMessageChangeAllowed: input.commit_rules.is_commit_message_change_allowed,
    },
    // Sent back unchanged it stays the same version, even if it names a group that was deleted since.
    accessFile:
      input.access_file.trim() === before.accessFile
        ? before.accessFile
        : await parseAccessFileInput(tx, projectId, input.access_file),
    // docs/api/subversion.md §1.5: absent means true.
    hasDefaultPermissions: input.has_default_permissions ?? true,
  }
}

interface SettingsChange {
  readonly before: RepositorySettings
  readonly after: RepositorySettings
  readonly at: ReturnType<CommandWorld['clock']['now']>
  readonly by: Caller
}

interface AuditDetail {
  readonly action: RepositoryAuditEntry
  readonly detail: Readonly<Record<string, unknown>>
}

async function saveChanges(
  tx: Tx,
  permit: RepositoryPermit,
  { before, after, at, by }: SettingsChange,
): Promise<readonly AuditDetail[]> {
  const acts: AuditDetail[] = []
  const isOther = (part: keyof RepositorySettings): boolean => !isDeepStrictEqual(before[part], after[part])
  const { commitRules, immutableTags, notifications, accessFile, hasDefaultPermissions } = after
  if (isOther('commitRules')) {
    await saveRepository(tx, permit, { commitRules })
    acts.push({ action: 'svn_multi_repository_hook_update', detail: { ...commitRules } })
  }
  if (isOther('immutableTags')) {
    await saveRepository(tx, permit, { immutableTags })
    acts.push({ action: 'svn_multi_repository_immutable_tags_update', detail: { ...immutableTags } })
  }
  if (isNewVersion(before, after)) {
    const file = { text: accessFile, hasDefaultPermissions, createdOn: at, createdBy: getUserId(by) }
    const version = await addAccessFile(tx, permit, file)
    await saveRepository(tx, permit, { accessFileVersion: version, hasDefaultPermissions })
    const detail = { version, hasDefaultPermissions, text: accessFile }
    acts.push({ action: 'svn_multi_repository_access_file_update', detail })
  }
  if (isOther('notifications')) {
    await saveNotifications(tx, permit, notifications)
    acts.push({
      action: notificationAudit(before, after),
      detail: { before: before.notifications, after: notifications },
    })
  }
  return acts
}

function notificationAudit(before: RepositorySettings, after: RepositorySettings): RepositoryAuditEntry {
  if (before.notifications.length === 0) return 'svn_multi_repository_notification_create'
  return after.notifications.length === 0
    ? 'svn_multi_repository_notification_delete'
    : 'svn_multi_repository_notification_update'
}
