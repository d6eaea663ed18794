import { sitePermissions } from '../../kit/caller.ts'
import { route } from '../../kit/http/route.ts'
import type { UserGroupId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { grantPlatformPermission } from '../commands/grant-platform-permission.ts'
import { readReceiver } from '../model/grant.ts'
import { mayAdministratePlatform } from '../policy.ts'

export const postPlatformPermissions = route({
  method: 'POST',
  url: '/platform_permissions',
  access: 'required',
  scope: { none: 'platform administration' },
  isExtension: true,
  summary: 'Create a site-wide permission for a user or user group (site administrators).',
  body: Type.Object({
    permission: Type.Enum([...sitePermissions]),
    user_id: Type.Optional(Type.Unsafe<UserId>(Type.Integer())),
    user_group_id: Type.Optional(Type.Unsafe<UserGroupId>(Type.Integer())),
  }),
  answers: { 201: null },
  async answer({ caller, body }, world) {
    mayAdministratePlatform(caller)
    const to = readReceiver(body)
    if (to === undefined) throw new Refusal('invalid', 'Please provide either a `user_id` or a `user_group_id`')
    await grantPlatformPermission(world, caller, { permission: body.permission, to })
    return { status: 201 }
  },
})
