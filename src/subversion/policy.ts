import type { Caller } from '../kit/caller.ts'
import { decide, type Verdict } from '../kit/decide.ts'
import type { ProjectId, UserGroupId } from '../kit/ids.ts'
import type { Permit } from '../kit/permit.ts'
import { belongsToOne, groupsOf } from '../platform/model/groups.ts'
import type { Settings } from '../platform/model/settings.ts'
import type { Project } from '../projects/model/project.ts'
import { administratesProject, projectVerdict, suspended } from '../projects/policy.ts'
import type { Repository } from './model/repository.ts'

type Mode = Pick<Settings, 'access_mode'>

/**
 * docs/api/subversion.md §1.1: administrators of the project and of the platform, and the groups that are given the
 * right.
 */
export const administratesRepositories = (
  caller: Caller,
  project: ProjectId,
  administrators: readonly UserGroupId[],
): boolean => administratesProject(caller, project) || belongsToOne(groupsOf(caller, project), administrators)

const noRepository: Verdict = { no: 'absent', because: 'Repository not found' }

/**
 * docs/api/subversion.md §1.7: behind a repository, a project one may not enter is absent, except that a suspended one
 * says so.
 */
function repositoryVerdict(
  caller: Caller,
  repository: Repository | undefined,
  project: Project | undefined,
  settings: Mode,
): Verdict {
  if (repository === undefined || repository.deletedOn !== null) return noRepository
  const verdict = projectVerdict(caller, project, settings)
  if (verdict === 'yes' || verdict.no === 'unauthenticated' || project?.status === 'suspended') return verdict
  return { no: 'absent' }
}

export const maySeeRepository = (
  caller: Caller,
  repository: Repository | undefined,
  project: Project | undefined,
  settings: Mode,
): Permit<'see', Repository> =>
  // Without a repository the verdict is "absent", and no permit is made.
  decide('see', repository as Repository, repositoryVerdict(caller, repository, project, settings))

/** What else decides who administers a repository. */
export interface RepositoryGround {
  readonly project: Project | undefined
  readonly settings: Mode
  readonly administrators: readonly UserGroupId[]
}

/** The settings that only its administrators may read; a project that the caller cannot see is absent, as on GET. */
export const mayReadAdministration = (
  caller: Caller,
  repository: Repository | undefined,
  ground: RepositoryGround,
): Permit<'read administration', Repository> => {
  const verdict = repositoryVerdict(caller, repository, ground.project, ground.settings)
  return decide(
    'read administration',
    repository as Repository,
    verdict === 'yes' ? administrationVerdict(caller, repository, ground) : verdict,
  )
}

/**
 * docs/api/subversion.md §1.5, §1.8: nobody changes repositories of a suspended project, site administrators included.
 */
export const mayAdministrateRepository = (
  caller: Caller,
  repository: Repository | undefined,
  ground: RepositoryGround,
): Permit<'administrate', Repository> =>
  decide('administrate', repository as Repository, administrationVerdict(caller, repository, ground))

/** docs/api/subversion.md §1.8: whoever administers a repository may have it back. */
export const mayRestoreRepository = (
  caller: Caller,
  repository: Repository | undefined,
  ground: RepositoryGround,
): Permit<'restore', Repository> =>
  decide(
    'restore',
    repository as Repository,
    administrationVerdict(caller, repository && { ...repository, deletedOn: null }, ground),
  )

/** docs/api/subversion.md §1.1, §1.5: on writes, a project that the caller cannot see is forbidden. */
function administrationVerdict(
  caller: Caller,
  repository: Repository | undefined,
  { project, settings, administrators }: RepositoryGround,
): Verdict {
  if (repository === undefined || repository.deletedOn !== null) return noRepository
  const verdict = projectVerdict(caller, project, settings)
  if (verdict !== 'yes') return verdict
  if (project?.status === 'suspended' && caller.kind !== 'system') return suspended
  return administratesRepositories(caller, repository.projectId, administrators) ? 'yes' : notAdministrator
}

const notAdministrator: Verdict = { no: 'forbidden', because: 'User must be SVN admin to do this action' }

/**
 * docs/api/subversion.md §1.4, checks before the settings are looked at; `isServiceUsed` is about the service of the
 * project.
 */
export const maySeeForRepositories = (
  caller: Caller,
  project: Project | undefined,
  isServiceUsed: boolean,
  settings: Mode,
): Permit<'see', Project> => decide('see', project as Project, placeVerdict(caller, project, isServiceUsed, settings))

function placeVerdict(caller: Caller, project: Project | undefined, isServiceUsed: boolean, settings: Mode): Verdict {
  if (project === undefined || project.status === 'importing')
    return { no: 'invalid', because: 'Given project does not exist' }
  if (project.status === 'suspended' && caller.kind !== 'system') return suspended
  if (!isServiceUsed) return { no: 'invalid', because: 'Project does not use SVN service' }
  return projectVerdict(caller, project, settings)
}

/** docs/api/subversion.md §1.4, the check after them. */
export const mayCreateRepository = (
  caller: Caller,
  { subject: project }: Permit<'see', Project>,
  administrators: readonly UserGroupId[],
): Permit<'administrate repositories', Project> =>
  decide(
    'administrate repositories',
    project,
    administratesRepositories(caller, project.id, administrators)
      ? 'yes'
      : { no: 'forbidden', because: "User doesn't have permission to create a repository" },
  )

/** docs/api/subversion.md §1.8: whoever administers the repositories of a project sees what can be restored. */
export const mayListDeletedRepositories = (
  caller: Caller,
  ground: RepositoryGround,
): Permit<'list deleted repositories', Project> =>
  decide('list deleted repositories', ground.project as Project, listingVerdict(caller, ground))

function listingVerdict(caller: Caller, { project, settings, administrators }: RepositoryGround): Verdict {
  const verdict = projectVerdict(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return administratesRepositories(caller, project.id, administrators) ? 'yes' : notAdministrator
}

/** Our extension: which groups administer repositories is for the administration of the project itself. */
export const mayReadAdministrators = (
  caller: Caller,
  project: Project | undefined,
  settings: Mode,
): Permit<'read repository administrators', Project> =>
  decide('read repository administrators', project as Project, readingVerdict(caller, project, settings))

function readingVerdict(caller: Caller, project: Project | undefined, settings: Mode): Verdict {
  const verdict = projectVerdict(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  return administratesProject(caller, project.id) ? 'yes' : { no: 'forbidden', because: 'Permission Denied' }
}

/** The same for who changes them, which nobody does in a suspended project. */
export const mayNameAdministrators = (
  caller: Caller,
  project: Project | undefined,
  settings: Mode,
): Permit<'administrate repositories', Project> =>
  decide(
    'administrate repositories',
    project as Project,
    project?.status === 'suspended' && caller.kind !== 'system' ? suspended : readingVerdict(caller, project, settings),
  )
