import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { checkPassword } from '../authentication/check-password.ts'
import { isPasswordEnough } from '../authentication/is-password-enough.ts'
import { issueToken } from '../commands/issue-token.ts'

const Token = Type.Object(
  { user_id: Type.String(), token: Type.String(), uri: Type.String() },
  { title: 'Token', additionalProperties: false },
)

/** docs/api/authentication.md §2; status and type of `user_id` are the specification's. */
export const postTokens = defineRoute({
  method: 'POST',
  url: '/tokens',
  access: 'none',
  scope: { none: 'public' },
  summary: 'Create a token from a login name and a password. It is valid for 24 hours.',
  body: Type.Object({ username: Type.String(), password: Type.String() }),
  answers: { 200: Token },
  // The password is checked even if a stored answer is returned, and a failure is recorded although nothing else is.
  async prepare({ body, address }, world) {
    const verified = await checkPassword(world, { login: body.username, password: body.password, address })
    if (verified === undefined) throw new Refusal('unauthenticated', 'Invalid Password Or User Name')
    if (!(await isPasswordEnough(world, verified, address))) {
      throw new Refusal('unauthenticated', 'Password authentication is disabled, please use your passkey instead')
    }
    return verified
  },
  async answer(_asked, world, verified) {
    const token = await issueToken(world, verified)
    return { status: 200, body: { user_id: `${verified.user.id}`, token, uri: `tokens/${token}` } }
  },
})
