import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { sitePermissions } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { revokeSitePermission } from '../commands/revoke-site-permission.ts'
import { parseGrantee } from '../model/grant.ts'

export const deleteSitePermissions = defineRoute({
  method: 'DELETE',
  url: '/site_permissions',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete a site-wide permission of a user or user group (site administrators).',
  query: Type.Object({
    permission: Type.Enum([...sitePermissions], { description: 'Permission to revoke.' }),
    user_id: Type.Optional(
      Type.Unsafe<UserId>(
        Type.Integer({ description: 'User that loses the permission. Exclusive with `user_group_id`.' }),
      ),
    ),
    user_group_id: Type.Optional(
      Type.Unsafe<UserGroupId>(
        Type.Integer({ description: 'User group that loses the permission. Exclusive with `user_id`.' }),
      ),
    ),
  }),
  answers: { 200: null },
  async answer({ caller, query }, world) {
    mayAdministerSite(caller)
    const to = parseGrantee(query)
    if (to === undefined) throw new Refusal('invalid', 'Please provide either a `user_id` or a `user_group_id`')
    await revokeSitePermission(world, caller, { permission: query.permission, to })
    return {}
  },
})
