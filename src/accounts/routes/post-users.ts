import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { createUser } from '../commands/create-user.ts'
import { userStatuses } from '../model/user.ts'
import { representUser, UserRepresentation } from '../representations/user.ts'
import { getUser } from '../store/users.ts'

export const postUsers = defineRoute({
  method: 'POST',
  url: '/users',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create a user (site administrators).',
  body: Type.Object({
    username: Type.String(),
    real_name: Type.String({ default: '' }),
    email: Type.String({ default: '' }),
    status: Type.Enum([...userStatuses], { default: 'A' }),
    ldap_id: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    /** The user has to choose another one at the first sign-in in a browser. */
    must_change_password: Type.Boolean({ default: false }),
  }),
  answers: { 201: UserRepresentation },
  async answer(request, world) {
    const { username, real_name, email, status, ldap_id = null, password = null, must_change_password } = request.body
    const draft = {
      login: username,
      realName: real_name,
      email,
      status,
      ldapId: ldap_id,
      password,
      mustChangePassword: must_change_password,
    }
    const created = await getUser(world.db.read, await createUser(world, request.caller, draft))
    return { status: 201, body: representUser(created, request) }
  },
})
