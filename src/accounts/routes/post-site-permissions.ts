import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { sitePermissions } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { grantSitePermission } from '../commands/grant-site-permission.ts'
import { parseGrantee } from '../model/grant.ts'

export const postSitePermissions = defineRoute({
  method: 'POST',
  url: '/site_permissions',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create a site-wide permission for a user or user group (site administrators).',
  body: Type.Object({
    permission: Type.Enum([...sitePermissions]),
    user_id: Type.Optional(Type.Unsafe<UserId>(Type.Integer({ format: identifier }))),
    user_group_id: Type.Optional(Type.Unsafe<UserGroupId>(Type.Integer({ format: identifier }))),
  }),
  answers: { 201: null },
  async answer({ caller, body }, world) {
    mayAdministerSite(caller)
    const to = parseGrantee(body)
    if (to === undefined) throw new Refusal('invalid', 'Please provide either a `user_id` or a `user_group_id`')
    await grantSitePermission(world, caller, { permission: body.permission, to })
    return { status: 201 }
  },
})
