import type { Reader, Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Project } from '../../projects/model/project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { loadServices } from '../../projects/store/services.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import { assertRepositoryName, createRepositoryNameTakenError } from '../model/repository-name.ts'
import { assertReturnable, parseImmutableTags, type SettingsInput } from '../model/settings-input.ts'
import { mayCompleteRepository, mayCreateRepository, maySeeForRepositories } from '../policy.ts'
import { findDraftRefusal } from '../reads/check-access-file.ts'
import { parseAccessFileInput } from '../reads/parse-access-file-input.ts'
import { parseNotificationInput } from '../reads/parse-notification-input.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { addAccessFile } from '../store/access-files.ts'
import { saveNotifications } from '../store/commit-notifications.ts'
import { addRepository, findRepository, isNameTaken, saveRepository } from '../store/repositories.ts'
import { loadRepositoryAdministrators } from '../store/repository-administrators.ts'
import { auditRepository } from './audit-repository.ts'

export interface RepositoryRequest {
  readonly projectId: ProjectId
  readonly name: string
  readonly settings: (SettingsInput & { readonly layout?: readonly string[] }) | undefined
}

interface CheckedRequest {
  readonly permit: Permit<'administer repositories', Project>
  readonly settings: RepositorySettings
}

/**
 * Creates a repository (docs/api/subversion.md §1.4). The directory is created before its row, so that clients can
 * check it out immediately; a crash in between leaves an unused directory, which is swept.
 */
export async function createRepository(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'repositories'>,
  caller: Caller,
  request: RepositoryRequest,
): Promise<{ readonly repository: Repository; readonly project: Project }> {
  const mode = await getSettings(withReads(world))
  const check = async (db: Reader, validate = async () => {}): Promise<CheckedRequest> => {
    const [project, services, administrators] = await Promise.all([
      findProject(db, request.projectId),
      loadServices(db, request.projectId),
      loadRepositoryAdministrators(db, request.projectId),
    ])
    const isUsed = services.some((each) => each.shortName === 'plugin_svn' && each.isEnabled && each.isAllowed)
    const visible = maySeeForRepositories(caller, project, isUsed, mode)
    const settings = await parseSettings(db, request)
    await validate()
    const permit = mayCreateRepository(caller, visible, administrators)
    assertRepositoryName(request.name)
    if (await isNameTaken(db, request.projectId, request.name)) throw createRepositoryNameTakenError()
    return { permit, settings }
  }
  await check(withReads(world).db.read, () => assertValidAccessFile(world, request, null))
  if (world.repositories.state() === 'absent') throwNotInstalled()
  const author = caller.kind === 'member' ? caller.login.toLowerCase() : 'administrator'
  const { directory, warnings } = await world.repositories.create({ author, layout: request.settings?.layout ?? [] })
  if (warnings.length > 0) world.log.warn({ repository: request.name, warnings }, 'could not create the initial layout')
  try {
    await assertValidAccessFile(world, request, directory)
    return await world.db.write(async (tx) => {
      const { permit, settings } = await check(tx)
      const repository = await addRepositoryRows(tx, {
        at: world.clock.now(),
        caller,
        permit,
        settings,
        request,
        directory,
      })
      return { repository, project: permit.subject }
    })
  } catch (error) {
    await world.repositories.remove(directory)
    throw isUniqueViolation(error) ? createRepositoryNameTakenError() : error
  }
}

/** docs/api/subversion.md §1.6; Subversion itself checks the text once there is a directory. */
async function assertValidAccessFile(
  world: Pick<CommandWorld, 'db' | 'cache' | 'repositories'>,
  { projectId, settings = {} }: RepositoryRequest,
  directory: string | null,
): Promise<void> {
  if (settings.access_file === undefined || settings.access_file.trim() === '') return
  const draft = { text: settings.access_file, hasDefaultPermissions: settings.has_default_permissions ?? true }
  const refusal = await findDraftRefusal(withReads(world), { projectId, directory }, draft)
  if (refusal !== undefined) throw refusal
}

async function parseSettings(
  db: Parameters<typeof parseNotificationInput>[0],
  { projectId, settings = {} }: RepositoryRequest,
): Promise<RepositorySettings> {
  const notifications = await parseNotificationInput(db, projectId, settings.email_notifications ?? [])
  const tags = parseImmutableTags(settings.immutable_tags ?? { paths: [], whitelist: [] })
  assertReturnable({ notifications, immutableTags: tags })
  return {
    commitRules: {
      isReferenceMandatory: settings.commit_rules?.is_reference_mandatory ?? false,
      isMessageChangeAllowed: settings.commit_rules?.is_commit_message_change_allowed ?? false,
    },
    // docs/api/subversion.md §1.4: a whitelist without paths is not stored.
    immutableTags: tags.paths.length === 0 ? { paths: [], whitelist: [] } : tags,
    accessFile: await parseAccessFileInput(db, projectId, settings.access_file ?? ''),
    notifications,
    hasDefaultPermissions: settings.has_default_permissions ?? true,
  }
}

interface Addition extends CheckedRequest {
  readonly at: EpochSeconds
  readonly caller: Caller
  readonly request: RepositoryRequest
  readonly directory: string
}

async function addRepositoryRows(
  tx: Tx,
  { at, caller, permit, settings, request, directory }: Addition,
): Promise<Repository> {
  const { accessFile, notifications, ...rows } = settings
  const by = getUserId(caller)
  const added = await addRepository(tx, permit, {
    ...rows,
    name: request.name,
    directory,
    createdOn: at,
    createdBy: by,
  })
  const content = mayCompleteRepository(permit, added)
  await saveNotifications(tx, content, notifications)
  if (accessFile !== '') {
    const { hasDefaultPermissions } = settings
    const file = { text: accessFile, hasDefaultPermissions, createdOn: at, createdBy: by }
    await saveRepository(tx, content, { accessFileVersion: await addAccessFile(tx, content, file) })
  }
  await auditRepository(tx, added, permit.subject, {
    at,
    by: caller,
    action:
      request.settings === undefined
        ? 'svn_multi_repository_creation'
        : 'svn_multi_repository_creation_with_full_settings',
    detail: request.settings === undefined ? {} : { settings },
  })
  // Added above.
  return (await findRepository(tx, added.id)) as Repository
}
