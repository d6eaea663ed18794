import { Type } from 'typebox'
import { route } from '../../kit/http/route.ts'
import { issueToken } from '../commands/issue-token.ts'

const Token = Type.Object(
  { user_id: Type.String(), token: Type.String(), uri: Type.String() },
  { additionalProperties: false },
)

/** Contract 10 §4; status and type of `user_id` are the specification's. */
export const postTokens = route({
  method: 'POST',
  url: '/tokens',
  access: 'none',
  summary: 'Exchanges a login name and a password for a token that is valid for 24 hours.',
  body: Type.Object({ username: Type.String(), password: Type.String() }),
  answers: { 200: Token },
  async answer({ body, address }, world) {
    const { userId, token } = await issueToken(world, { login: body.username, password: body.password, address })
    return { status: 200, body: { user_id: `${userId}`, token, uri: `tokens/${token}` } }
  },
})
