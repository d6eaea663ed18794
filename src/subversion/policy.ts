import { belongsToAny, listGroups } from '../accounts/model/groups.ts'
import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import type { Caller } from '../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Project } from '../projects/model/project.ts'
import { isProjectAdministrator, judgeProjectAccess, suspended } from '../projects/policy.ts'
import type { Settings } from '../site/model/settings.ts'
import type { Repository } from './model/repository.ts'

type RepositoryAccess = Pick<Settings, 'access_mode'>

/** docs/api/subversion.md §1.1: project administrators, site administrators and the configured groups. */
export const canAdministerRepositories = (
  caller: Caller,
  project: ProjectId,
  administrators: readonly UserGroupId[],
): boolean => isProjectAdministrator(caller, project) || belongsToAny(listGroups(caller, project), administrators)

const noRepository: Verdict = { no: 'absent', because: message`Repository not found` }

/**
 * docs/api/subversion.md §1.7: repositories of inaccessible projects are not found, except that suspended projects say
 * so.
 */
function repositoryVerdict(
  caller: Caller,
  repository: Repository | undefined,
  project: Project | undefined,
  settings: RepositoryAccess,
): Verdict {
  if (repository === undefined || repository.deletedOn !== null) return noRepository
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict === 'yes' || verdict.no === 'unauthenticated' || project?.status === 'suspended') return verdict
  return { no: 'absent' }
}

export const maySeeRepository = (
  caller: Caller,
  repository: Repository | undefined,
  project: Project | undefined,
  settings: RepositoryAccess,
): Permit<'see', Repository> =>
  // Without a repository the verdict is "absent", and no permit is created.
  createPermit('see', repository as Repository, repositoryVerdict(caller, repository, project, settings))

/** Other data that determines the administrators of a repository. */
export interface RepositoryContext {
  readonly project: Project | undefined
  readonly settings: RepositoryAccess
  readonly administrators: readonly UserGroupId[]
}

/**
 * Settings are readable only by repository administrators; a project that the caller cannot see is not found, as on
 * GET.
 */
export const mayReadAdministration = (
  caller: Caller,
  repository: Repository | undefined,
  deps: RepositoryContext,
): Permit<'read administration', Repository> => {
  const verdict = repositoryVerdict(caller, repository, deps.project, deps.settings)
  return createPermit(
    'read administration',
    repository as Repository,
    verdict === 'yes' ? administrationVerdict(caller, repository, deps) : verdict,
  )
}

/**
 * docs/api/subversion.md §1.5, §1.8: repositories of suspended projects cannot be changed, not even by site
 * administrators.
 */
export const mayAdministerRepository = (
  caller: Caller,
  repository: Repository | undefined,
  deps: RepositoryContext,
): Permit<'administer', Repository> =>
  createPermit('administer', repository as Repository, administrationVerdict(caller, repository, deps))

/** docs/api/subversion.md §1.8: repository administrators may restore a repository. */
export const mayRestoreRepository = (
  caller: Caller,
  repository: Repository | undefined,
  deps: RepositoryContext,
): Permit<'restore', Repository> =>
  createPermit(
    'restore',
    repository as Repository,
    administrationVerdict(caller, repository && { ...repository, deletedOn: null }, deps),
  )

/** docs/api/subversion.md §1.1, §1.5: writes to a project that the caller cannot see are forbidden. */
function administrationVerdict(
  caller: Caller,
  repository: Repository | undefined,
  { project, settings, administrators }: RepositoryContext,
): Verdict {
  if (repository === undefined || repository.deletedOn !== null) return noRepository
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes') return verdict
  if (project?.status === 'suspended' && caller.kind !== 'system') return suspended
  return canAdministerRepositories(caller, repository.projectId, administrators) ? 'yes' : notAdministrator
}

const notAdministrator: Verdict = { no: 'forbidden', because: message`User must be SVN admin to do this action` }

/**
 * docs/api/subversion.md §1.4: checks before the settings are validated; `isServiceUsed` refers to the service of the
 * project.
 */
export const maySeeForRepositories = (
  caller: Caller,
  project: Project | undefined,
  isServiceUsed: boolean,
  settings: RepositoryAccess,
): Permit<'see', Project> =>
  createPermit('see', project as Project, creationVerdict(caller, project, isServiceUsed, settings))

function creationVerdict(
  caller: Caller,
  project: Project | undefined,
  isServiceUsed: boolean,
  settings: RepositoryAccess,
): Verdict {
  if (project === undefined || project.status === 'importing')
    return { no: 'invalid', because: message`Given project does not exist` }
  if (project.status === 'suspended' && caller.kind !== 'system') return suspended
  if (!isServiceUsed) return { no: 'invalid', because: message`Project does not use SVN service` }
  return judgeProjectAccess(caller, project, settings)
}

/** docs/api/subversion.md §1.4, the check after them. */
export const mayCreateRepository = (
  caller: Caller,
  { subject: project }: Permit<'see', Project>,
  administrators: readonly UserGroupId[],
): Permit<'administer repositories', Project> =>
  createPermit(
    'administer repositories',
    project,
    canAdministerRepositories(caller, project.id, administrators)
      ? 'yes'
      : { no: 'forbidden', because: message`User doesn't have permission to create a repository` },
  )

/** Who may create a repository may write its settings. */
export const mayCompleteRepository = (
  _permit: Permit<'administer repositories', Project>,
  repository: Repository,
): Permit<'administer', Repository> => createPermit('administer', repository, 'yes')

/** docs/api/subversion.md §1.8: repository administrators of a project may list what can be restored. */
export const mayListDeletedRepositories = (
  caller: Caller,
  deps: RepositoryContext,
): Permit<'list deleted repositories', Project> =>
  createPermit('list deleted repositories', deps.project as Project, listingVerdict(caller, deps))

function listingVerdict(caller: Caller, { project, settings, administrators }: RepositoryContext): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return canAdministerRepositories(caller, project.id, administrators) ? 'yes' : notAdministrator
}

/** Tulipwood extension: the administrator groups are visible to project administrators. */
export const mayReadAdministrators = (
  caller: Caller,
  project: Project | undefined,
  settings: RepositoryAccess,
): Permit<'read repository administrators', Project> =>
  createPermit('read repository administrators', project as Project, readingVerdict(caller, project, settings))

function readingVerdict(caller: Caller, project: Project | undefined, settings: RepositoryAccess): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return isProjectAdministrator(caller, project.id) ? 'yes' : { no: 'forbidden', because: message`Permission Denied` }
}

/** Like reading them, but not in suspended projects. */
export const maySetAdministrators = (
  caller: Caller,
  project: Project | undefined,
  settings: RepositoryAccess,
): Permit<'administer repositories', Project> =>
  createPermit(
    'administer repositories',
    project as Project,
    project?.status === 'suspended' && caller.kind !== 'system' ? suspended : readingVerdict(caller, project, settings),
  )
