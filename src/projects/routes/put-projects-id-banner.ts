import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { setBanner } from '../commands/set-banner.ts'

/** docs/api/projects.md §9. */
export const putProjectsIdBanner = defineRoute({
  method: 'PUT',
  url: '/projects/:id/banner',
  access: 'required',
  scope: 'write:project',
  summary: 'Set the banner of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({ message: Type.String() }),
  bodyName: 'banner',
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await setBanner(world, caller, params.id, body.message)
    return {}
  },
})
