import { defineRoute } from '../../http/declarations/route.ts'
import { message } from '../../kit/messages/message.ts'
import { hasOwnTypeError, hasTypeError, identifier, Type } from '../../kit/values/schema.ts'
import { replaceMembers } from '../commands/replace-members.ts'
import { locateProjectGroup } from '../reads/get-user-group.ts'

const Reference = Type.Object(
  {
    id: Type.Optional(Type.Integer({ format: identifier })),
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    ldap_id: Type.Optional(Type.String()),
  },
  { title: 'MemberReference', ...hasTypeError },
)

/** docs/api/user-groups.md §5. */
export const putUserGroupsIdUsers = defineRoute({
  method: 'PUT',
  url: '/user_groups/:id/users',
  access: 'required',
  scope: 'write:user_membership',
  summary: 'Replace the members of a user group (project administrators).',
  params: Type.Object({ id: Type.String() }),
  body: Type.Array(Reference, hasOwnTypeError(message`Invalid format provided for "user_references"`)),
  bodyName: 'user_references',
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    const group = await locateProjectGroup(world.db.read, params.id)
    await replaceMembers(world, caller, group, body)
    return {}
  },
})
