import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { GrantRepresentation, representGrant } from '../representations/grant.ts'
import { loadGrants } from '../store/grants.ts'
import { loadGroups } from '../store/groups.ts'
import { loadUsers } from '../store/users.ts'

export const getSitePermissions = defineRoute({
  method: 'GET',
  url: '/site_permissions',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List the site-wide permissions (site administrators).',
  answers: { 200: Type.Array(GrantRepresentation) },
  async answer({ caller }, { db }) {
    mayAdministerSite(caller)
    const grants = await loadGrants(db.read)
    const [users, groups] = await Promise.all([
      loadUsers(
        db.read,
        grants.flatMap(({ to }) => ('user' in to ? [to.user] : [])),
      ),
      loadGroups(
        db.read,
        grants.flatMap(({ to }) => ('group' in to ? [to.group] : [])),
      ),
    ])
    return { body: grants.map((grant) => representGrant(grant, users, groups)) }
  },
})
