import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { setBanner } from '../commands/set-banner.ts'

/** docs/api/projects.md §9. */
export const deleteProjectsIdBanner = defineRoute({
  method: 'DELETE',
  url: '/projects/:id/banner',
  access: 'required',
  scope: 'write:project',
  summary: 'Remove the banner of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await setBanner(world, caller, params.id, null)
    return {}
  },
})
