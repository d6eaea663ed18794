import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { addMember } from '../commands/add-member.ts'

/** Tulipwood extension: Tuleap can only replace all members at once. */
export const postProjectsIdMembers = defineRoute({
  method: 'POST',
  url: '/projects/:id/members',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Add a member to a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({ user_id: Type.Unsafe<UserId>(Type.Integer({ format: identifier })) }, { title: 'NewMember' }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await addMember(world, caller, params.id, body.user_id)
    return {}
  },
})
