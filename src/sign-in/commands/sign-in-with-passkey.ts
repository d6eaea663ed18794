import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { canSignIn } from '../../accounts/model/user.ts'
import { lockAccounts } from '../../accounts/store/users.ts'
import { message } from '../../kit/messages/message.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { type VerifiedAssertion, verifyAssertion } from '../authentication/passkey-assertion.ts'
import { getRelyingParty } from '../authentication/relying-party.ts'
import {
  completePendingSession,
  type SignInInput,
  type StartedSession,
  startSession,
} from '../authentication/session.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import type { Passkey } from '../model/passkey.ts'
import type { Session } from '../model/session.ts'
import { findPasskeyByCredential, recordPasskeyUse } from '../store/passkeys.ts'
import { consumeChallenge } from '../store/used-challenges.ts'
import { rejectSecondFactor } from './reject-second-factor.ts'

export interface PasskeySignInInput {
  readonly response: AuthenticationResponseJSON
  readonly origin: string
  /** The pending session of a password, whose second factor this is; undefined: the passkey is both. */
  readonly pending: Session | undefined
  readonly entrance: Omit<SignInInput, 'userId' | 'method' | 'now'>
}

/** Signs in the owner of a passkey; with user verification no other factor is required. */
export async function signInWithPasskey(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'config'>,
  attempt: PasskeySignInInput,
): Promise<StartedSession> {
  const { response, pending, entrance: signIn } = attempt
  const { address } = signIn
  const party = getRelyingParty(attempt.origin)
  const passkey = await findPasskeyByCredential(withReads(world).db.read, response.id)
  const owner = passkey?.userId ?? pending?.userId ?? null
  const reserved = await reserveAttempt(withReads(world), { login: `#${owner}`, address })
  const cipher = await loadSecretCipher(world)
  const isHis = passkey !== undefined && (pending === undefined || pending.userId === passkey.userId)
  const asserted = isHis ? await verifyAssertion(world, cipher, party, { passkey, response }) : undefined
  const started =
    passkey === undefined || asserted === undefined
      ? undefined
      : await signInWithVerifiedPasskey(world, attempt, passkey, asserted)
  if (started === undefined)
    return rejectSecondFactor(
      world,
      { userId: owner, factor: 'passkey', address },
      message`This passkey is not accepted.`,
    )
  await reserved.forgive()
  return started
}

/** Returns undefined when a concurrent request used the same response, or the account may not sign in. */
function signInWithVerifiedPasskey(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  { pending, entrance: signIn }: PasskeySignInInput,
  passkey: Passkey,
  { challenge, counter }: VerifiedAssertion,
): Promise<StartedSession | undefined> {
  const now = world.clock.now()
  return world.db.write(async (tx) => {
    const user = (await lockAccounts(tx, [passkey.userId])).get(passkey.userId)?.user
    if (user === undefined || !canSignIn(user.status)) return undefined
    // Only the first use of a challenge changes anything; it is used up whatever the result.
    if (!(await consumeChallenge(tx, credentialPermit, challenge, now))) return undefined
    if (!(await recordPasskeyUse(tx, credentialPermit, passkey, { counter, at: now }))) return undefined
    if (pending !== undefined) return completePendingSession(tx, pending, now)
    return startSession(tx, { ...signIn, userId: user.id, method: 'passkey', now })
  })
}
