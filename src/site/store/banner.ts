import type { Reader, Tx } from '../../database/db/db.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { saveValues } from './settings.ts'

export const importances = ['standard', 'warning', 'critical'] as const

/** A message on every page. */
export interface Banner {
  readonly message: string
  readonly importance: (typeof importances)[number]
  readonly expiresOn: EpochSeconds | null
}

// One row of the settings: there is at most one banner.
const name = 'banner'

/** Returns the active banner. */
export async function findBanner(db: Reader, now: EpochSeconds): Promise<Banner | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  if (row === undefined) return undefined
  // The value is written only by saveBanner.
  const banner = JSON.parse(row.value) as Banner
  return banner.expiresOn !== null && banner.expiresOn <= now ? undefined : banner
}

export const saveBanner = (tx: Tx, _permit: Permit<'administer', 'site'>, banner: Banner): Promise<void> =>
  saveValues(tx, { [name]: banner })

/** Removes the banner. Returns whether there was one. */
export async function removeBanner(tx: Tx, _permit: Permit<'administer', 'site'>): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('setting').where('name', '=', name).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
