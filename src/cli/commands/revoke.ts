import type { Command } from 'commander'
import { revokeSitePermission } from '../../accounts/commands/revoke-site-permission.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { addGrantArguments, parseGrant } from '../arguments/grant-arguments.ts'
import { withDatabase } from '../context/command-context.ts'

/** `revoke LOGIN|GROUP PERMISSION` */
export const configureRevoke = (command: Command): Command =>
  addGrantArguments(command.description('revoke a site-wide permission')).action(
    withDatabase(async ({ world, caller }, grantee: string, text: string) => {
      const { permission, to } = await parseGrant(world, grantee, text)
      const wasHeld = await revokeSitePermission(world, caller, { permission, to })
      if (!wasHeld) throw new Refusal('absent', `${grantee} does not have the permission ${permission}`)
      return { lines: [`Revoked permission ${permission} from ${grantee}`], json: { receiver: to, permission } }
    }),
  )
