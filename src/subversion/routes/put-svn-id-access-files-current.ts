import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { useAccessFileVersion } from '../commands/use-access-file-version.ts'

/** docs/api/subversion.md §2.2. */
export const putSvnIdAccessFilesCurrent = defineRoute({
  method: 'PUT',
  url: '/svn/:id/access_files/current',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Set which version of the access file of a Subversion repository is active.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await useAccessFileVersion(world, caller, params.id, body.version)
    return {}
  },
})
