import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeProjectStatus } from '../commands/change-project-status.ts'

/** docs/api/projects.md §6. */
export const patchProjectsId = defineRoute({
  method: 'PATCH',
  url: '/projects/:id',
  access: 'required',
  scope: 'write:project',
  summary: 'Update the status of a project: suspend or activate it.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({ status: Type.Union([Type.Literal('active'), Type.Literal('suspended')]) }),
  bodyName: 'patch_resource',
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await changeProjectStatus(world, caller, params.id, body.status)
    return {}
  },
})
