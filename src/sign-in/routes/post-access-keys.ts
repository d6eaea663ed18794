import { requireUserId } from '../../accounts/model/user-id.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireIsoDate } from '../../site/model/iso-date.ts'
import { createAccessKey } from '../commands/create-access-key.ts'

/** docs/api/authentication.md §3. */
export const postAccessKeys = defineRoute({
  method: 'POST',
  url: '/access_keys',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'Create an access key for the caller. Its text is returned only once.',
  body: Type.Object({
    description: Type.String({ default: '' }),
    expiration_date: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    scopes: Type.Array(Type.String(), { minItems: 1, default: ['write:rest'] }),
  }),
  bodyName: 'access_key',
  answers: { 201: Type.Object({ identifier: Type.String() }, { additionalProperties: false }) },
  async answer({ caller, credential, body }, world) {
    const { description, scopes, expiration_date: expiration = null } = body
    const expiresOn = expiration === null ? null : requireIsoDate(expiration, 'expiration_date')
    const user = requireUserId(caller)
    const draft = { user, description, expiresOn, scopes }
    const { identifier } = await createAccessKey(world, caller, draft, credential)
    return { status: 201, body: { identifier } }
  },
})
