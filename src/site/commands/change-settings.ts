import { joinMessages } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { parseSettings } from '../model/setting-values.ts'
import { mayAdministerSite } from '../policy.ts'
import { changeSettings as saveSettings } from '../store/settings.ts'

/** Changes settings by name, all or none; effective from the next request of every node. */
export async function changeSettings(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  const parsed = parseSettings(values)
  if ('problems' in parsed) {
    const { problems } = parsed
    throw new Refusal('invalid', joinMessages(problems), problems.length > 1 ? { translatedList: problems } : {})
  }
  if (Object.keys(parsed.ok).length === 0) return
  await world.db.write(async (tx) => {
    await saveSettings(tx, permit, parsed.ok)
    const entry = { at: world.clock.now(), by: caller, action: 'settings changed', subject: 'site' }
    await tx.audit({ ...entry, detail: parsed.ok })
  })
}
