import type { Caller } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { readIsoDate } from '../model/iso-date.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { record } from '../store/audit.ts'
import { type Banner, saveBanner } from '../store/banner.ts'

export interface BannerDraft extends Pick<Banner, 'message' | 'importance'> {
  /** As it was sent. */
  readonly expirationDate: string | null
}

/** docs/api/site.md §1. */
export async function setBanner(world: Pick<World, 'db' | 'clock'>, caller: Caller, draft: BannerDraft): Promise<void> {
  const permit = mayAdministratePlatform(caller)
  if (draft.message === '') throw new Refusal('invalid', 'Message cannot be empty')
  const now = world.clock.now()
  const expiresOn = readExpiration(draft.expirationDate, now)
  await world.db.write(async (tx) => {
    await saveBanner(tx, permit, { message: draft.message, importance: draft.importance, expiresOn })
    await record(tx, { at: now, by: caller, action: 'banner set', subject: 'platform' })
  })
}

function readExpiration(text: string | null, now: number): number | null {
  if (text === null) return null
  const moment = readIsoDate(text)
  if (moment === undefined) throw new Refusal('invalid', 'Please provide a valid ISO-8601 date for expiration_date')
  if (moment <= now) throw new Refusal('invalid', 'The expiration date needs to be in the future or not set')
  return moment
}
