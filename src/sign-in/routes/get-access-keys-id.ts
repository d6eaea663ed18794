import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Credential } from '../../world/model/credential.ts'
import { isExpired } from '../model/access-key.ts'
import { AccessKeyRepresentation, representAccessKey } from '../representations/access-key.ts'
import { findAccessKey } from '../store/access-keys.ts'

/** docs/api/authentication.md §3: only valid keys of the caller are found. */
export const getAccessKeysId = defineRoute({
  method: 'GET',
  url: '/access_keys/:id',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'Get an access key of the caller, or with `self` the one of this request.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: AccessKeyRepresentation },
  async answer(request, { db, clock }) {
    const id = keyIdOf(request.params.id, request.credential)
    const key = id === undefined ? undefined : await findAccessKey(db.read, id)
    if (key === undefined || !isOf(request.caller, key.userId) || isExpired(key, clock.now()))
      throw new Refusal('absent')
    return { body: representAccessKey(key, request) }
  },
})

function keyIdOf(text: string, credential: Credential | null): AccessKeyId | undefined {
  const own = credential?.kind === 'access-key' ? credential.id : null
  if (text === 'self') return own === null ? undefined : (own as AccessKeyId)
  // Untrusted number; validated by the lookup below.
  return /^\d{1,15}$/.test(text) ? (Number(text) as AccessKeyId) : undefined
}

const isOf = (caller: Caller, owner: number): boolean => getUserId(caller) === owner
