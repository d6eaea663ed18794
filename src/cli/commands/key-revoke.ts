import type { Command } from 'commander'
import type { AccessKeyId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { revokeAccessKey } from '../../platform/commands/revoke-access-key.ts'
import { lookForAccessKey } from '../../platform/store/access-keys.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'

/** `key revoke ID` */
export const keyRevoke = (command: Command): Command =>
  command
    .description('take an access key back; it opens nothing from now on')
    .argument('<id>', 'its id: the digits after tlp-k1-')
    .action(
      inWorld(async ({ world, caller }, text: string) => {
        const id = readId<AccessKeyId>(text)
        const key = await lookForAccessKey(world.db.read, id)
        if (key === undefined) throw new Refusal('absent', `There is no access key ${id}`)
        await revokeAccessKey(world, caller, key.userId, id)
        return { lines: [`Access key ${id} was revoked`], json: { id, user_id: key.userId } }
      }),
    )
