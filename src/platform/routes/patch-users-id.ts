import { route } from '../../kit/http/route.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { changeUser, type UserChange } from '../commands/change-user.ts'
import { accountStates } from '../model/user.ts'

/** Contract 10 §6.4. */
export const patchUsersId = route({
  method: 'PATCH',
  url: '/users/:id',
  access: 'required',
  summary: 'Changes names, e-mail address or state of an account; for site administrators and user managers.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({
    email: Type.Optional(Type.String()),
    real_name: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
  }),
  bodyName: 'values',
  answers: { 200: Type.Literal(true) },
  async answer({ caller, params, body }, world) {
    await changeUser(world, caller, params.id, {
      ...(body.email === undefined ? {} : { email: body.email }),
      ...(body.real_name === undefined ? {} : { realName: body.real_name }),
      ...(body.username === undefined ? {} : { login: body.username }),
      ...(body.status === undefined ? {} : { status: stateOf(body.status) }),
    } satisfies UserChange)
    return { body: true }
  },
})

/** The reference stores any letter, and an account in no known state can then do nothing at all. */
function stateOf(status: string) {
  const state = accountStates.find((each) => each === status)
  if (state === undefined) {
    throw new Refusal(
      'invalid',
      `Invalid value specified for \`values[status]\`. Expected one of (${accountStates.join(',')}).`,
    )
  }
  return state
}
