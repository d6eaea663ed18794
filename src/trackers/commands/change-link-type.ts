import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { checkLabel, type LinkTypeWithUsage } from '../model/link-type.ts'
import { lockLinkType, saveLabels } from '../store/link-types.ts'
import type { LinkTypeInput } from './add-link-type.ts'

/** docs/api/link-types.md §3: new labels of a custom type; its short name stays. */
export async function changeLinkType(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  shortName: string,
  input: Omit<LinkTypeInput, 'shortName'>,
): Promise<LinkTypeWithUsage> {
  const permit = mayAdministerSite(caller)
  return world.db.write(async (tx) => {
    const before = requireCustomType(shortName, await lockLinkType(tx, shortName))
    const { forwardLabel, reverseLabel } = input
    const after = {
      ...before,
      ...(forwardLabel === undefined ? {} : { forwardLabel: checkLabel('forward', forwardLabel) }),
      ...(reverseLabel === undefined ? {} : { reverseLabel: checkLabel('reverse', reverseLabel) }),
    }
    if (after.forwardLabel === before.forwardLabel && after.reverseLabel === before.reverseLabel) return before
    await saveLabels(tx, permit, after)
    const entry = { at: world.clock.now(), by: caller, action: 'link type changed', subject: 'site' }
    const labels = { forwardLabel: after.forwardLabel, reverseLabel: after.reverseLabel }
    await tx.audit({ ...entry, detail: { shortName, ...labels } })
    return after
  })
}

/** Returns the type; throws when it does not exist or is a system type. */
export function requireCustomType(shortName: string, type: LinkTypeWithUsage | undefined): LinkTypeWithUsage {
  if (type === undefined) throw new Refusal('absent', message`Link type "${shortName}" not found.`)
  if (type.isSystem)
    throw new Refusal('invalid', message`"${shortName}" is a system type: it can be neither changed nor deleted.`)
  return type
}
