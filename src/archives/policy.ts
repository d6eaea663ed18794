import { type Caller, rulesThePlatform } from '../kit/caller.ts'
import { decide, type Verdict } from '../kit/decide.ts'
import type { Permit } from '../kit/permit.ts'
import type { Settings } from '../platform/model/settings.ts'
import type { Project } from '../projects/model/project.ts'
import { administratesProject, projectVerdict } from '../projects/policy.ts'

/** Contract 10 §12.5: an import makes accounts and projects, so it is for site administrators and the operator. */
export const mayImport = (caller: Caller): Permit<'import', 'platform'> =>
  decide('import', 'platform', rulesThePlatform(caller) ? 'yes' : { no: 'forbidden' })

/** An archive holds all of a project, private comments too: for its administrators. */
export const mayExport = (
  caller: Caller,
  project: Project | undefined,
  settings: Pick<Settings, 'access_mode'>,
): Permit<'export', Project> => decide('export', project as Project, exportVerdict(caller, project, settings))

function exportVerdict(caller: Caller, project: Project | undefined, settings: Pick<Settings, 'access_mode'>): Verdict {
  const verdict = projectVerdict(caller, project, settings)
  if (verdict !== 'yes' || project === undefined) return verdict
  if (administratesProject(caller, project.id)) return 'yes'
  return { no: 'forbidden', because: 'Only administrators of the project may export it' }
}
