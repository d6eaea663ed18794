import { loadSiteAdministrators } from '../../accounts/store/site-administrators.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'

/** Returns whether the server still has to be set up: it has no administrator. */
export async function isSetupNeeded({ db, cache }: Pick<World, 'db' | 'cache'>): Promise<boolean> {
  const { is } = await cache.getOrLoad('users', 'needs set-up', async () => ({ is: await hasNoAdministrator(db.read) }))
  return is
}

export const hasNoAdministrator = async (db: Reader): Promise<boolean> =>
  (await loadSiteAdministrators(db)).length === 0

/** Adds a setup code. Each start of a server that is not set up prints a new one; all of them are valid. */
export async function addSetupCode(
  tx: Tx,
  _permit: SystemPermit<'set up'>,
  hash: string,
  at: EpochSeconds,
): Promise<void> {
  await tx.insertInto('setup_code').values({ hash, created_on: at }).execute()
}

export const isSetupCode = async (db: Reader, hash: string): Promise<boolean> =>
  (await db.selectFrom('setup_code').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined

export async function removeSetupCodes(tx: Tx, _permit: SystemPermit<'set up'>): Promise<void> {
  await tx.deleteFrom('setup_code').execute()
}
