import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayReadProject } from '../policy.ts'
import { getProjectDetails } from '../reads/project-details.ts'
import { ProjectRepresentation, representProject } from '../representations/project.ts'
import { getCachedProject } from '../store/projects.ts'

/** docs/api/projects.md §4. */
export const getProjectsId = defineRoute({
  method: 'GET',
  url: '/projects/:id',
  access: 'optional',
  scope: 'read:project',
  summary: 'Get a project.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: ProjectRepresentation },
  async answer({ caller, params: { id } }, world) {
    const [cachedProject, settings] = await Promise.all([getCachedProject(world, id), getSettings(world)])
    const { subject: project } = mayReadProject(caller, cachedProject, settings)
    const details = await getProjectDetails(world, caller, [id])
    return { body: representProject(project, details(id)) }
  },
})
