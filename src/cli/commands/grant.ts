import type { Command } from 'commander'
import { platformPermissions } from '../../kit/caller.ts'
import { grantPlatformPermission } from '../../platform/commands/grant-platform-permission.ts'
import { inWorld } from '../action.ts'
import { findReceiver } from '../find-receiver.ts'
import { readPermission } from '../platform-permission.ts'

/** `grant LOGIN|GROUP PERMISSION` */
export const grant = (command: Command): Command =>
  command
    .description('give a permission over the whole platform')
    .argument('<receiver>', 'login of a person, or a user group: its id, or project/name')
    .argument('<permission>', platformPermissions.join(', '))
    .action(
      inWorld(async ({ world, caller }, receiver: string, text: string) => {
        const permission = readPermission(text)
        const to = await findReceiver(world, receiver)
        await grantPlatformPermission(world, caller, { permission, to })
        return { lines: [`${receiver} has the permission ${permission}`], json: { receiver: to, permission } }
      }),
    )
