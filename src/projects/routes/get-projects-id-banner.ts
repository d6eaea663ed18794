import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../reads/get-project.ts'

/** docs/api/projects.md §9. */
export const getProjectsIdBanner = defineRoute({
  method: 'GET',
  url: '/projects/:id/banner',
  access: 'optional',
  scope: 'read:project',
  summary: 'Get the banner of a project.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: Type.Object({ message: Type.String() }, { additionalProperties: false }) },
  async answer({ caller, params }, world) {
    const { banner } = await getProject(world, caller, params.id)
    if (banner === null) throw new Refusal('absent', 'No banner set for this project')
    return { body: { message: banner } }
  },
})
