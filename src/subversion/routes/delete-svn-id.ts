import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requestDeletion } from '../commands/request-deletion.ts'

/** docs/api/subversion.md §1.8. */
export const deleteSvnId = defineRoute({
  method: 'DELETE',
  url: '/svn/:id',
  access: 'required',
  scope: { none: 'contract' },
  summary: 'Delete a Subversion repository. A dump is kept for a while.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  answers: { 202: null },
  async answer({ caller, params }, world) {
    await requestDeletion(world, caller, params.id)
    return { status: 202 }
  },
})
