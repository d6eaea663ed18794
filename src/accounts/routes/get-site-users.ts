import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { userStatuses } from '../model/user.ts'
import { maySeeAccounts } from '../policy.ts'
import { AccountOverviewRepresentation, representAccountOverview } from '../representations/account-overview.ts'
import { loadAccountOverviews, loadAccountPage } from '../store/account-overviews.ts'

export const getSiteUsers = defineRoute({
  method: 'GET',
  url: '/site/users',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List user accounts in every status (site administrators and user managers).',
  query: Type.Object({
    /** A part of login, real name or email address. */
    query: Type.Optional(Type.String({ description: 'Part of a login name, real name or email address.' })),
    status: Type.Optional(Type.Enum([...userStatuses], { description: 'Only accounts with this status.' })),
    ...buildPageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(AccountOverviewRepresentation) },
  async answer(request, { db, clock }) {
    maySeeAccounts(request.caller)
    const { query: text, status, limit, offset } = request.query
    const { ids, size } = await loadAccountPage(db.longRead, { text, status }, { limit, offset })
    const overviews = await loadAccountOverviews(db.read, ids, clock.now())
    const body = overviews.map((each) => representAccountOverview(each, request))
    return { body, page: { limit, offset, size, max: 200 } }
  },
})
