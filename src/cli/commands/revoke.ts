import type { Command } from 'commander'
import { platformPermissions } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import { revokePlatformPermission } from '../../platform/commands/revoke-platform-permission.ts'
import { inWorld } from '../action.ts'
import { findReceiver } from '../find-receiver.ts'
import { readPermission } from '../platform-permission.ts'

/** `revoke LOGIN|GROUP PERMISSION` */
export const revoke = (command: Command): Command =>
  command
    .description('take a permission over the whole platform back')
    .argument('<receiver>', 'login of a person, or a user group: its id, or project/name')
    .argument('<permission>', platformPermissions.join(', '))
    .action(
      inWorld(async ({ world, caller }, receiver: string, text: string) => {
        const permission = readPermission(text)
        const to = await findReceiver(world, receiver)
        const wasHeld = await revokePlatformPermission(world, caller, { permission, to })
        if (!wasHeld) throw new Refusal('absent', `${receiver} does not have the permission ${permission}`)
        return { lines: [`${receiver} no longer has the permission ${permission}`], json: { receiver: to, permission } }
      }),
    )
