import type { Command } from 'commander'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { revokeAccessKey } from '../../sign-in/commands/revoke-access-key.ts'
import { findAccessKey } from '../../sign-in/store/access-keys.ts'
import { confirm } from '../arguments/confirm.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

/** `key revoke ID` */
export const configureKeyRevoke = (command: Command): Command =>
  command
    .description('revoke an access key')
    .argument('<id>', 'key id: the digits after tlp-k1-')
    .action(
      withDatabase(async (context, text: string) => {
        const { world, caller } = context
        const id = parseId<AccessKeyId>(text)
        const key = await findAccessKey(world.db.read, id)
        if (key === undefined) throw new Refusal('absent', `Access key ${id} does not exist`)
        await confirm(context, `Revoke access key ${id}?`)
        await revokeAccessKey(world, caller, key.userId, id)
        return { lines: [`Revoked access key ${id}`], json: { id, user_id: key.userId } }
      }),
    )
