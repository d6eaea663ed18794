import type { Command } from 'commander'
import { sitePermissions } from '../../kit/caller.ts'
import { grantSitePermission } from '../../site/commands/grant-site-permission.ts'
import { withDatabase } from '../command-context.ts'
import { getGrantee } from '../get-grantee.ts'
import { parsePermission } from '../parse-permission.ts'

/** `grant LOGIN|GROUP PERMISSION` */
export const configureGrant = (command: Command): Command =>
  command
    .description('grant a site-wide permission')
    .argument('<user-or-group>', 'login of a user, or a user group: its id or project/name')
    .argument('<permission>', sitePermissions.join(', '))
    .action(
      withDatabase(async ({ world, caller }, receiver: string, text: string) => {
        const permission = parsePermission(text)
        const to = await getGrantee(world, receiver)
        await grantSitePermission(world, caller, { permission, to })
        return { lines: [`Granted permission ${permission} to ${receiver}`], json: { receiver: to, permission } }
      }),
    )
