import { loadGroups } from '../../accounts/store/groups.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayReadAdministrators } from '../policy.ts'
import {
  RepositoryAdministratorsRepresentation,
  representRepositoryAdministrators,
} from '../representations/repository-administrators.ts'
import { loadRepositoryAdministrators } from '../store/repository-administrators.ts'

export const getProjectsIdSvnAdministrators = defineRoute({
  method: 'GET',
  url: '/projects/:id/svn_administrators',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary:
    'List the user groups that administer the Subversion repositories of a project, in addition to its administrators.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: RepositoryAdministratorsRepresentation },
  async answer({ params, caller }, world) {
    const [cachedProject, settings] = await Promise.all([getCachedProject(world, params.id), getSettings(world)])
    const { subject: project } = mayReadAdministrators(caller, cachedProject, settings)
    const groups = await loadRepositoryAdministrators(world.db.read, project.id)
    const names = await loadGroups(world.db.read, groups)
    return { body: representRepositoryAdministrators(groups, project.id, names) }
  },
})
