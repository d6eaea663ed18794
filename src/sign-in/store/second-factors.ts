import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import type { Factor, SecondFactors } from '../model/second-factor.ts'

/** Returns the second factors of an account, cached until they change. */
export const loadSecondFactors = ({ db, cache }: Pick<World, 'db' | 'cache'>, userId: UserId): Promise<SecondFactors> =>
  cache.getOrLoad('users', `second factors ${userId}`, async () => {
    const { totp, passkeys } = await countFactors(db.read, userId)
    return { hasTotp: totp > 0, hasPasskey: passkeys > 0 }
  })

/** Returns the factors of which a user needs one after the password; empty: none. */
export async function loadFactors(db: Reader, userId: UserId): Promise<readonly Factor[]> {
  const { totp, passkeys, codes } = await countFactors(db, userId)
  if (totp + passkeys === 0) return []
  const factors: Factor[] = []
  if (totp > 0) factors.push('totp')
  if (passkeys > 0) factors.push('passkey')
  if (codes > 0) factors.push('recovery_code')
  return factors
}

export async function countFactors(
  db: Reader,
  userId: UserId,
): Promise<{ readonly totp: number; readonly passkeys: number; readonly codes: number }> {
  const count = sql<number>`count(*)`.as('n')
  const { totp, passkeys, codes } = await db
    .selectNoFrom((where) => [
      where
        .selectFrom('totp')
        .select(count)
        .where('user_id', '=', userId)
        .where('enabled_on', 'is not', null)
        .$asScalar()
        .as('totp'),
      where.selectFrom('passkey').select(count).where('user_id', '=', userId).$asScalar().as('passkeys'),
      where.selectFrom('recovery_code').select(count).where('user_id', '=', userId).$asScalar().as('codes'),
    ])
    .executeTakeFirstOrThrow()
  return { totp: Number(totp), passkeys: Number(passkeys), codes: Number(codes) }
}

/** Removes all second factors of a user and invalidates the caches of all nodes. */
export async function removeSecondFactors(tx: Tx, { subject: userId }: Permit<'clear factors', UserId>): Promise<void> {
  await tx.deleteFrom('totp').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
