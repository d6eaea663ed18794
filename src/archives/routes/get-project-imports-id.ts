import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getImport } from '../reads/get-import.ts'
import { ImportRepresentation, representImport } from '../representations/import.ts'

/** Our extension. */
export const getProjectImportsId = defineRoute({
  method: 'GET',
  url: '/project_imports/:id',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary:
    'Get the status of the import of a project, and what was found in its archive (the user who requested it, until a week after the end). `POST /projects` returns the id.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer({ minimum: 1 })) }),
  answers: { 200: ImportRepresentation },
  async answer({ caller, params, timezone, translate }, world) {
    return { body: representImport(await getImport(world, caller, params.id), timezone, translate) }
  },
})
