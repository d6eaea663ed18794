import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeProjectStatus } from '../commands/change-project-status.ts'

/** Tulipwood extension: PATCH /projects/{id} of Tuleap cannot delete. */
export const putProjectsIdStatus = defineRoute({
  method: 'PUT',
  url: '/projects/:id/status',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Update the status of a project: activate, suspend or delete it. Deletion cannot be undone over the API.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({
    status: Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('deleted')]),
  }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await changeProjectStatus(world, caller, params.id, body.status)
    return {}
  },
})
