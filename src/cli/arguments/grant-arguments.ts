import type { Command } from 'commander'
import type { Grant } from '../../accounts/model/grant.ts'
import { sitePermissions } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import { getGrantee } from './get-grantee.ts'
import { parsePermission } from './parse-permission.ts'

/** The arguments that `grant` and `revoke` share. */
export const addGrantArguments = (command: Command): Command =>
  command
    .argument('<user-or-group>', 'login of a user, or a user group: its id or project/name')
    .argument('<permission>', sitePermissions.join(', '))

export async function parseGrant(world: Pick<World, 'db'>, grantee: string, permission: string): Promise<Grant> {
  return { permission: parsePermission(permission), to: await getGrantee(world, grantee) }
}
