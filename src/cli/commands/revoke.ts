import type { Command } from 'commander'
import { sitePermissions } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import { revokeSitePermission } from '../../site/commands/revoke-site-permission.ts'
import { withDatabase } from '../command-context.ts'
import { getGrantee } from '../get-grantee.ts'
import { parsePermission } from '../parse-permission.ts'

/** `revoke LOGIN|GROUP PERMISSION` */
export const configureRevoke = (command: Command): Command =>
  command
    .description('revoke a site-wide permission')
    .argument('<user-or-group>', 'login of a user, or a user group: its id or project/name')
    .argument('<permission>', sitePermissions.join(', '))
    .action(
      withDatabase(async ({ world, caller }, receiver: string, text: string) => {
        const permission = parsePermission(text)
        const to = await getGrantee(world, receiver)
        const wasHeld = await revokeSitePermission(world, caller, { permission, to })
        if (!wasHeld) throw new Refusal('absent', `${receiver} does not have the permission ${permission}`)
        return { lines: [`Revoked permission ${permission} from ${receiver}`], json: { receiver: to, permission } }
      }),
    )
