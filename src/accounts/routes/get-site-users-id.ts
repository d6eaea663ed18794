import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { maySeeAccounts } from '../policy.ts'
import { AccountOverviewRepresentation, representAccountOverview } from '../representations/account-overview.ts'
import { loadAccountOverviews } from '../store/account-overviews.ts'

export const getSiteUser = defineRoute({
  method: 'GET',
  url: '/site/users/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Get an account with its security details (site administrators and user managers).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: AccountOverviewRepresentation },
  async answer(request, { db, clock }) {
    maySeeAccounts(request.caller)
    const [overview] = await loadAccountOverviews(db.read, [request.params.id], clock.now())
    if (overview === undefined) throw new Refusal('absent', 'User Id not found')
    return { body: representAccountOverview(overview, request) }
  },
})
