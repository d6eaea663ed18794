import { defineRoute } from '../../http/declarations/route.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { maySeeFactors } from '../policy.ts'
import { getSecondFactorDetails } from '../reads/second-factor-details.ts'
import { representSecondFactors, SecondFactorsRepresentation } from '../representations/second-factors.ts'

export const getUsersIdSecondFactors = defineRoute({
  method: 'GET',
  url: '/users/:id/second_factors',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  allowsRequiredActions: true,
  summary: 'Get the second factors of a user. Administrators see which ones other users have.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: SecondFactorsRepresentation },
  async answer(request, world) {
    const { caller, params } = request
    const details = await getSecondFactorDetails(world, maySeeFactors(caller, params.id))
    return { body: representSecondFactors({ ...details, isOwn: getUserId(caller) === params.id }, request) }
  },
})
