import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeAdministration } from '../commands/change-administration.ts'

export const patchProjectsIdMembersUserId = defineRoute({
  method: 'PATCH',
  url: '/projects/:id/members/:user_id',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Update whether a member administers the project (project administrators).',
  params: Type.Object({
    id: Type.Unsafe<ProjectId>(Type.Integer()),
    user_id: Type.Unsafe<UserId>(Type.Integer({ description: 'Id of the member.' })),
  }),
  body: Type.Object({ is_administrator: Type.Boolean() }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    const change = { userId: params.user_id, isAdministrator: body.is_administrator }
    await changeAdministration(world, caller, params.id, change)
    return {}
  },
})
