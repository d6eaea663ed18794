import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { clearSecondFactors } from '../commands/clear-second-factors.ts'

export const deleteUsersIdSecondFactors = defineRoute({
  method: 'DELETE',
  url: '/users/:id/second_factors',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Remove all second factors of another user and end their sessions (site administrators).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await clearSecondFactors(world, caller, params.id)
    return {}
  },
})
