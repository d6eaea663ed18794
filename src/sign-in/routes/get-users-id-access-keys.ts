import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { AccessKeyRepresentation, representAccessKey } from '../representations/access-key.ts'
import { loadAccessKeyPage } from '../store/access-keys.ts'

/** docs/api/authentication.md §3; `self` is not supported here. */
export const getUsersIdAccessKeys = defineRoute({
  method: 'GET',
  url: '/users/:id/access_keys',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'List the access keys of the caller that have not expired.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 50, max: 50 })),
  answers: { 200: Type.Array(AccessKeyRepresentation) },
  async answer(request, { db, clock }) {
    const permit = mayUseOwn(request.caller, 'access keys', request.params.id)
    const { keys, size } = await loadAccessKeyPage(db.read, permit, clock.now(), request.query)
    return { body: keys.map((key) => representAccessKey(key, request)), page: { ...request.query, size, max: 50 } }
  },
})
