import { defineRoute } from '../../http/declarations/route.ts'
import type { ExportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getExport } from '../reads/get-export.ts'
import { ExportRepresentation, representExport } from '../representations/export.ts'

/** Our extension. */
export const getProjectExportsId = defineRoute({
  method: 'GET',
  url: '/project_exports/:id',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Get the status of the export of a project (project administrators). Exports are kept for a day.',
  params: Type.Object({ id: Type.Unsafe<ExportId>(Type.Integer({ minimum: 1 })) }),
  answers: { 200: ExportRepresentation },
  async answer({ caller, params, timezone }, world) {
    const { projectExport } = await getExport(world, caller, params.id)
    return { body: representExport(projectExport, timezone) }
  },
})
