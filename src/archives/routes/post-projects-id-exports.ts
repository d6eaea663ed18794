import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requestExport } from '../commands/request-export.ts'
import { ExportRepresentation, representExport } from '../representations/export.ts'

/** Our extension. */
export const postProjectsIdExports = defineRoute({
  method: 'POST',
  url: '/projects/:id/exports',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Create an export of a project (project administrators). It is ready when its status is `done`.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 202: ExportRepresentation },
  async answer({ caller, params, timezone }, world) {
    const requested = await requestExport(world, caller, params.id)
    return { status: 202, body: representExport(requested, timezone) }
  },
})
