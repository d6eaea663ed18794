import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { requireIsoDate } from '../model/iso-date.ts'
import { mayAdministerSite } from '../policy.ts'
import { type Banner, saveBanner } from '../store/banner.ts'

export interface BannerInput extends Pick<Banner, 'message' | 'importance'> {
  /** Unparsed. */
  readonly expirationDate: string | null
}

/** Sets the site banner (docs/api/site.md §1). */
export async function setBanner(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  draft: BannerInput,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  if (draft.message === '') throw new Refusal('invalid', 'Message cannot be empty')
  const now = world.clock.now()
  const expiresOn = readExpiration(draft.expirationDate, now)
  await world.db.write(async (tx) => {
    await saveBanner(tx, permit, { message: draft.message, importance: draft.importance, expiresOn })
    await tx.audit({ at: now, by: caller, action: 'banner set', subject: 'site' })
  })
}

function readExpiration(text: string | null, now: number): number | null {
  if (text === null) return null
  const moment = requireIsoDate(text, 'expiration_date')
  if (moment <= now) throw new Refusal('invalid', 'The expiration date needs to be in the future or not set')
  return moment
}
