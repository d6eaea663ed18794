import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { confirmImport } from '../commands/confirm-import.ts'
import { getImport } from '../reads/get-import.ts'
import { ImportRepresentation, representImport } from '../representations/import.ts'

const Body = Type.Object(
  {
    confirmed: Type.Literal(true),
    users: Type.Optional(
      Type.Array(
        Type.Object(
          {
            login: Type.String({ description: 'login in the archive, one of `users` of the import' }),
            account: Type.String({ description: 'login of the account that the user becomes' }),
          },
          { title: 'ChosenAccount' },
        ),
        {
          maxItems: 500,
          description: 'for site administrators: accounts that take precedence over the automatic ones',
        },
      ),
    ),
  },
  { title: 'ImportConfirmation' },
)

/** Our extension. */
export const patchProjectImportsId = defineRoute({
  method: 'PATCH',
  url: '/project_imports/:id',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary:
    'Update an import that waits for a confirmation (the user who requested it): imports an archive that was checked after `POST /projects` with `from_archive.review`. To cancel it instead, send `DELETE` to `upload_href`.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer({ minimum: 1 })) }),
  body: Body,
  answers: { 200: ImportRepresentation },
  async answer({ caller, params, body, timezone, translate }, world) {
    await confirmImport(world, caller, params.id, body.users ?? [])
    return { body: representImport(await getImport(world, caller, params.id), timezone, translate) }
  },
})
