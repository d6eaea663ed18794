import { userStatuses } from '../../accounts/model/user.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { changeOwnProfile } from '../commands/change-own-profile.ts'
import { changeUser, type UserChange } from '../commands/change-user.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { proofMembers } from '../representations/proof.ts'

/** docs/api/users.md §4; in a browser session also the caller's own name and email address (decision 0027). */
export const patchUsersId = defineRoute({
  method: 'PATCH',
  url: '/users/:id',
  access: 'required',
  scope: { none: 'site administration' },
  summary:
    'Update names, email address or status of a user (site administrators and user managers; in a browser session users their own name and email address).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({
    email: Type.Optional(Type.String()),
    real_name: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    /** In a browser session, with a new email address of the caller. */
    ...proofMembers,
  }),
  bodyName: 'values',
  answers: { 200: Type.Literal(true) },
  async answer({ caller, params, credential, headers, address, body }, world) {
    const { password, code, email, real_name: realName } = body
    const isOwn = credential?.kind === 'cookie' && getUserId(caller) === params.id
    if (isOwn) {
      const session = await requireSession(world, headers)
      if (body.username === undefined && body.status === undefined) {
        await changeOwnProfile(world, caller, session, { realName, email, proof: { password, code }, address })
        return { body: true }
      }
      if (email !== undefined) await reauthenticate(world, session, { password, code, address })
    }
    const change: UserChange = {
      ...(email === undefined ? {} : { email }),
      ...(realName === undefined ? {} : { realName }),
      ...(body.username === undefined ? {} : { login: body.username }),
      ...(body.status === undefined ? {} : { status: stateOf(body.status) }),
    }
    await changeUser(world, caller, params.id, change, credential)
    return { body: true }
  },
})

/** Tuleap stores any letter, and an account with an unknown status can then do nothing at all. */
function stateOf(status: string) {
  const state = userStatuses.find((each) => each === status)
  if (state === undefined) {
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`values[status]\`. Expected one of (${userStatuses.join(',')}).`,
    )
  }
  return state
}
