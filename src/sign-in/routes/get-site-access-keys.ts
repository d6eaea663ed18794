import { loadUsers } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireIsoDate } from '../../site/model/iso-date.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { representSiteAccessKey, SiteAccessKeyRepresentation } from '../representations/site-access-key.ts'
import { loadSiteAccessKeyPage } from '../store/access-keys.ts'

export const getSiteAccessKeys = defineRoute({
  method: 'GET',
  url: '/site/access_keys',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List the access keys of all users that have not expired, oldest first (site administrators).',
  query: Type.Object({
    owner: Type.Optional(
      Type.Enum(['active', 'inactive'], { description: 'Only keys of users who can, or cannot, sign in.' }),
    ),
    unused_since: Type.Optional(
      Type.String({ description: 'Only keys that were neither created nor used since this ISO 8601 date.' }),
    ),
    ...buildPageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(SiteAccessKeyRepresentation) },
  async answer(request, { db, clock }) {
    const permit = mayAdministerSite(request.caller)
    const { owner, unused_since: since, limit, offset } = request.query
    const filter = {
      ...(owner === undefined ? {} : { isOwnerActive: owner === 'active' }),
      ...(since === undefined ? {} : { unusedSince: requireIsoDate(since, 'unused_since') }),
    }
    const { keys, size } = await loadSiteAccessKeyPage(db.read, permit, filter, clock.now(), { limit, offset })
    const ownerIds = [...new Set(keys.map(({ userId }) => userId))]
    const owners = await loadUsers(db.read, ownerIds)
    const body = keys.map((key) => representSiteAccessKey(key, owners.get(key.userId) ?? null, request))
    return { body, page: { limit, offset, size, max: 200 } }
  },
})
