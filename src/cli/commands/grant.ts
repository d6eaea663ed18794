import type { Command } from 'commander'
import { grantSitePermission } from '../../accounts/commands/grant-site-permission.ts'
import { addGrantArguments, parseGrant } from '../arguments/grant-arguments.ts'
import { withDatabase } from '../context/command-context.ts'

/** `grant LOGIN|GROUP PERMISSION` */
export const configureGrant = (command: Command): Command =>
  addGrantArguments(command.description('grant a site-wide permission')).action(
    withDatabase(async ({ world, caller }, grantee: string, text: string) => {
      const { permission, to } = await parseGrant(world, grantee, text)
      await grantSitePermission(world, caller, { permission, to })
      return { lines: [`Granted permission ${permission} to ${grantee}`], json: { receiver: to, permission } }
    }),
  )
