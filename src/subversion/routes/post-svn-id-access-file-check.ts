import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type, verbatim } from '../../kit/values/schema.ts'
import { checkAccessFileDraft } from '../reads/check-access-file.ts'
import { AccessFileCheckRepresentation, representAccessFileCheck } from '../representations/access-file-check.ts'

/** docs/api/subversion.md §2.2. */
export const postSvnIdAccessFileCheck = defineRoute({
  method: 'POST',
  url: '/svn/:id/access_file_check',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Check a text for the access file of a Subversion repository: its problems by line. Nothing is saved.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  body: Type.Object({
    access_file: Type.String({ minLength: 0, format: verbatim }),
    has_default_permissions: Type.Boolean({ default: true }),
  }),
  answers: { 200: AccessFileCheckRepresentation },
  async answer({ caller, params, body, translate }, world) {
    const draft = { text: body.access_file, hasDefaultPermissions: body.has_default_permissions }
    return { body: representAccessFileCheck(await checkAccessFileDraft(world, caller, params.id, draft), translate) }
  },
})
