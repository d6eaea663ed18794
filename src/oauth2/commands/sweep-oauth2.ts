import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { computeVerifiableSince } from '../protocol/signing-keys.ts'
import { removeSpentCodes } from '../store/oauth2-codes.ts'
import { removeExpiredTokens } from '../store/oauth2-tokens.ts'
import { removeSigningKeys } from '../store/signing-keys.ts'

const batch = 500

/** Recently issued tokens may still be in use by another transaction. */
const restSeconds = 600

/** Removes expired codes, tokens and keys. Returns how many codes and tokens. */
export async function sweepOAuth2({ db, clock }: Pick<CommandWorld, 'db' | 'clock'>): Promise<number> {
  const before = clock.now() - restSeconds
  const remove = [
    () => db.write((tx) => removeExpiredTokens(tx, sweepPermit, 'oauth2_access_token', before, batch)),
    () => db.write((tx) => removeExpiredTokens(tx, sweepPermit, 'oauth2_refresh_token', before, batch)),
    () => db.write((tx) => removeSpentCodes(tx, sweepPermit, before, batch)),
  ]
  let removed = 0
  for (const one of remove) removed += await untilNone(one)
  await db.write((tx) => removeSigningKeys(tx, sweepPermit, computeVerifiableSince(before)))
  return removed
}

async function untilNone(remove: () => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const n = await remove()
    sum += n
    if (n < batch) return sum
  }
}
