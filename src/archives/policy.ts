import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, getUserId, isSiteAdministrator } from '../kit/values/caller.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Project } from '../projects/model/project.ts'
import { isProjectAdministrator, judgeProjectAccess } from '../projects/policy.ts'
import type { Settings } from '../site/model/settings.ts'
import type { ProjectImport } from './model/import.ts'

/**
 * docs/api/archive-format.md §1.5: imports that create accounts or attribute content to others are for site
 * administrators and the command line; other imports are for all users who may create projects.
 */
export const mayImport = (caller: Caller, users: 'any' | 'known' = 'any'): Permit<'import', 'site'> =>
  createPermit(
    'import',
    'site',
    isSiteAdministrator(caller) || (users === 'known' && caller.kind === 'member') ? 'yes' : { no: 'forbidden' },
  )

/** Visible to the owner and to site administrators; not found for others. */
export const maySeeImport = (
  caller: Caller,
  projectImport: ProjectImport | undefined,
): Permit<'see', ProjectImport> => {
  const isTheirs =
    projectImport !== undefined && (getUserId(caller) === projectImport.userId || isSiteAdministrator(caller))
  return createPermit(
    'see',
    projectImport as ProjectImport,
    isTheirs ? 'yes' : { no: 'absent', because: message`This import does not exist.` },
  )
}

/** Only its owner, whose permissions it uses; accounts for users of the archive are for site administrators. */
export const mayConfirmImport = (
  caller: Caller,
  projectImport: ProjectImport | undefined,
  choosesAccounts: boolean,
): Permit<'confirm', ProjectImport> => {
  const { subject } = maySeeImport(caller, projectImport)
  return createPermit('confirm', subject, confirmationVerdict(caller, subject, choosesAccounts))
}

function confirmationVerdict(caller: Caller, { userId }: ProjectImport, choosesAccounts: boolean): Verdict {
  if (getUserId(caller) !== userId)
    return { no: 'forbidden', because: message`Only the user who requested it may confirm it.` }
  if (!choosesAccounts || isSiteAdministrator(caller)) return 'yes'
  return {
    no: 'forbidden',
    because: message`Only site administrators may choose accounts for the users of an archive.`,
  }
}

/** docs/api/subversion.md §1.1: the importer administers the repositories of the new project during the import. */
export const mayImportRepositories = (
  _: Permit<'create', 'project'>,
  project: Project,
): Permit<'administer repositories', Project> => createPermit('administer repositories', project, 'yes')

/** Archives contain all data of a project, including private comments: only for project administrators. */
export const maySeeExport = (
  caller: Caller,
  project: Project | undefined,
  settings: Pick<Settings, 'access_mode'>,
): Permit<'see export', Project> =>
  createPermit('see export', project as Project, judgeExportAccess(caller, project, settings))

/**
 * docs/api/archive-format.md §1.6: the same callers, for an active project, or for a suspended one that they can enter.
 */
export const mayExport = (
  caller: Caller,
  project: Project | undefined,
  settings: Pick<Settings, 'access_mode'>,
): Permit<'export', Project> => createPermit('export', project as Project, exportVerdict(caller, project, settings))

function exportVerdict(caller: Caller, project: Project | undefined, settings: Pick<Settings, 'access_mode'>): Verdict {
  const verdict = judgeExportAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  if (project.status === 'active' || project.status === 'suspended') return 'yes'
  const because = message`Only active and suspended projects can be exported; the status of this project is "${project.status}"`
  return { no: 'forbidden', because }
}

function judgeExportAccess(
  caller: Caller,
  project: Project | undefined,
  settings: Pick<Settings, 'access_mode'>,
): Verdict {
  const verdict = judgeProjectAccess(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  if (isProjectAdministrator(caller, project.id)) return 'yes'
  return { no: 'forbidden', because: message`Only administrators of the project may export it` }
}
