import { route } from '../../kit/http/route.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { findImport } from '../reads/find-import.ts'
import { ImportRepresentation, representImport } from '../representations/import.ts'

/** Our extension. */
export const getProjectImportsId = route({
  method: 'GET',
  url: '/project_imports/:id',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary:
    'Tells how far a project from an archive is, by the id that `POST /projects` gave, and what was found in the archive; for whoever asked for the project, until a week after the end.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer({ minimum: 1 })) }),
  answers: { 200: ImportRepresentation },
  async answer({ caller, params, timezone }, world) {
    return { body: representImport(await findImport(world, caller, params.id), timezone) }
  },
})
