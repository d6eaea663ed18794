import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayUseOwn } from '../policy.ts'

const History = Type.Object(
  { entries: Type.Array(Type.Object({})) },
  { title: 'UserHistory', additionalProperties: false },
)

/** docs/api/users.md §7. The history is empty: no visits are recorded. */
export const getUsersIdHistory = defineRoute({
  method: 'GET',
  url: '/users/:id/history',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'List what the caller visited last.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: History },
  async answer({ caller, params }) {
    mayUseOwn(caller, 'history', params.id)
    return { body: { entries: [] } }
  },
})
