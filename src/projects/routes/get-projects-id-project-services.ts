import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { canSeeService } from '../policy.ts'
import { getProject } from '../reads/get-project.ts'
import { representService, ServiceRepresentation } from '../representations/service.ts'
import { loadServices } from '../store/services.ts'

/** docs/api/projects.md §7. A project has few services, so pages are cut after the policy. */
export const getProjectsIdProjectServices = defineRoute({
  method: 'GET',
  url: '/projects/:id/project_services',
  access: 'optional',
  scope: 'read:project',
  summary: 'List the services of a project.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, min: 0, max: 50 })),
  answers: { 200: Type.Array(ServiceRepresentation) },
  async answer({ caller, params, query }, world) {
    const project = await getProject(world, caller, params.id)
    const services = (await loadServices(world.db.read, project.id)).filter((each) => canSeeService(caller, each))
    const { items, page } = slicePage(services, query, 50)
    return { body: items.map((each) => representService(each, project)), page }
  },
})
