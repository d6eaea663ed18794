import { route } from '../../kit/http/route.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { requestExport } from '../commands/request-export.ts'
import { ExportRepresentation, representExport } from '../representations/export.ts'

/** Our extension. */
export const postProjectsIdExports = route({
  method: 'POST',
  url: '/projects/:id/exports',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Asks for an archive of a project, for its administrators; it is ready once its status is done.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 202: ExportRepresentation },
  async answer({ caller, params, timezone }, world) {
    const requested = await requestExport(world, caller, params.id)
    return { status: 202, body: representExport(requested, timezone) }
  },
})
