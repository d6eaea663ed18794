import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { listRemainingActions } from '../authentication/required-actions.ts'
import { changeOwnPassword } from '../commands/change-own-password.ts'
import { changePassword } from '../commands/change-password.ts'

export const putUsersIdPassword = defineRoute({
  method: 'PUT',
  url: '/users/:id/password',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  allowsRequiredActions: true,
  summary:
    'Set the password of a user and end their sessions (users their own with the current one, in a browser session; site administrators any).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({
    password: Type.String(),
    /** For the caller's own password. */
    current_password: Type.Optional(Type.String({ maxLength: 1000 })),
    /** For other users: they have to choose a new one at their next sign-in in a browser. */
    must_change_password: Type.Boolean({ default: false }),
  }),
  answers: { 200: null },
  async answer({ caller, params, credential, headers, body, address }, world) {
    const { current_password: current, password, must_change_password: mustChange } = body
    const session = credential?.kind === 'cookie' ? await requireSession(world, headers) : undefined
    if (session !== undefined && getUserId(caller) === params.id) {
      await changeOwnPassword(world, caller, session, { current, password, address })
      return {}
    }
    // Only users themselves fulfill the required action of a new password.
    if (session !== undefined && (await listRemainingActions(world, session)).length > 0) throw new Refusal('forbidden')
    await changePassword(world, caller, params.id, { password, mustChange }, credential)
    return {}
  },
})
