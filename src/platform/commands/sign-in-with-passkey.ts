import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { World } from '../../kit/world.ts'
import { type Asserted, verifyAssertion } from '../authentication/passkey-assertion.ts'
import { relyingPartyAt } from '../authentication/relying-party.ts'
import { completePending, type Entrance, type StartedSession, startSession } from '../authentication/session.ts'
import { reserveAttempt } from '../authentication/sign-in-guard.ts'
import type { Passkey } from '../model/passkey.ts'
import type { Session } from '../model/session.ts'
import { canSignIn } from '../model/user.ts'
import { lookForCredential, notePasskeyUse } from '../store/passkeys.ts'
import { spendChallenge } from '../store/spent-challenges.ts'
import { lockAccounts } from '../store/users.ts'
import { refuseFactor } from './refuse-factor.ts'

export interface PasskeySignIn {
  readonly response: AuthenticationResponseJSON
  readonly origin: string
  /** Somebody's first step, whose second this is; undefined: it is both. */
  readonly pending: Session | undefined
  readonly entrance: Omit<Entrance, 'userId' | 'method' | 'now'>
}

/** Signs in whoever the passkey is of: with it in the hand and verified by it, nothing else is asked for. */
export async function signInWithPasskey(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'config'>,
  attempt: PasskeySignIn,
): Promise<StartedSession> {
  const { response, pending, entrance } = attempt
  const { address } = entrance
  const party = relyingPartyAt(attempt.origin)
  const passkey = await lookForCredential(world.db.read, response.id)
  const who = passkey?.userId ?? pending?.userId ?? null
  const reserved = await reserveAttempt(world, { login: `#${who}`, address })
  const box = await loadSecretCipher(world)
  const isHis = passkey !== undefined && (pending === undefined || pending.userId === passkey.userId)
  const asserted = isHis ? await verifyAssertion(world, box, party, { passkey, response }) : undefined
  const started =
    passkey === undefined || asserted === undefined ? undefined : await enter(world, attempt, passkey, asserted)
  if (started === undefined)
    return refuseFactor(world, { userId: who, factor: 'passkey', address }, 'This passkey is not accepted.')
  reserved.forgive()
  return started
}

/** Undefined when another request with the same answer was first, or the account may not sign in. */
function enter(
  world: Pick<World, 'db' | 'clock'>,
  { pending, entrance }: PasskeySignIn,
  passkey: Passkey,
  { challenge, counter }: Asserted,
): Promise<StartedSession | undefined> {
  const now = world.clock.now()
  return world.db.write(async (tx) => {
    const user = (await lockAccounts(tx, [passkey.userId])).get(passkey.userId)?.user
    if (user === undefined || !canSignIn(user.status)) return undefined
    // Who is not the first to answer a challenge has changed nothing yet; who is, used it up, whatever comes of it.
    if (!(await spendChallenge(tx, challenge, now))) return undefined
    if (!(await notePasskeyUse(tx, passkey, { counter, at: now }))) return undefined
    if (pending !== undefined) return completePending(tx, pending, now)
    return startSession(tx, { ...entrance, userId: user.id, method: 'passkey', now })
  })
}
