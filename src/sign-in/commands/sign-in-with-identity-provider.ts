import type { User } from '../../accounts/model/user.ts'
import {
  addUsers,
  getUser,
  isNameTaken,
  loadClaimedEmails,
  loadUsersByEmail,
  lockAccounts,
} from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { createTransactionWorld } from '../../world/units/in-transaction.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertUsableAccount } from '../authentication/assert-usable-account.ts'
import { mustEnroll } from '../authentication/must-enroll.ts'
import { createPendingSession, type SignInInput, type StartedSession, startSession } from '../authentication/session.ts'
import {
  type Claims,
  getVerifiedEmail,
  hasAllowedDomain,
  suggestLogin,
  suggestRealName,
} from '../model/identity-claims.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import type { IdentifiedUser } from '../oidc-login/identify.ts'
import { mayRegister } from '../policy.ts'
import { loadFactors } from '../store/second-factors.ts'
import {
  addIdentity,
  findUserByIdentity,
  type Identity,
  isLinked,
  recordIdentityUse,
} from '../store/user-identities.ts'

export interface SignInResult {
  readonly session: StartedSession
  /** A second factor of the local account is required all the same. */
  readonly isPending: boolean
}

/** Signs in the user of an identity provider: by the linked identity, and the first time by the rules for new users. */
export async function signInWithIdentityProvider(
  world: CommandWorld,
  provider: IdentityProvider,
  identified: IdentifiedUser,
  signIn: Omit<SignInInput, 'userId' | 'method' | 'now'>,
): Promise<SignInResult> {
  const isNew = (await findUserByIdentity(withReads(world).db.read, identified)) === undefined
  // No request is sent while a transaction runs.
  const claims = isNew ? await identified.claims() : {}
  const now = world.clock.now()
  const enter = () =>
    world.db.write(async (tx) => {
      const { id } = await findOrCreateUser(tx, provider, identified, claims, now)
      const user = (await lockAccounts(tx, [id])).get(id)?.user
      if (user === undefined) throw new Error(`The account ${id} of the identity is missing`)
      assertUsableAccount(user)
      const inside = createTransactionWorld(world, tx)
      const requiredActions = (await mustEnroll(inside, user.id)) ? (['enrol_second_factor'] as const) : []
      const isPending = (await loadFactors(tx, user.id)).length > 0
      const start = isPending ? createPendingSession : startSession
      const session = await start(tx, { ...signIn, userId: user.id, method: 'oidc', now, requiredActions })
      return { session, isPending }
    })
  // Of two concurrent first sign-ins the second finds what the first has created.
  return enter().catch((error: unknown) => (isUniqueViolation(error) ? enter() : Promise.reject(error)))
}

async function findOrCreateUser(
  tx: Tx,
  provider: IdentityProvider,
  { issuer, subject }: Identity,
  claims: Claims,
  now: EpochSeconds,
): Promise<User> {
  const identity = { issuer, subject }
  const userId = await findUserByIdentity(tx, identity)
  if (userId !== undefined) {
    await recordIdentityUse(tx, credentialPermit, identity, now)
    return getUser(tx, userId)
  }
  const email = getVerifiedEmail(claims)
  if (!hasAllowedDomain(email, provider.emailDomains))
    throw new Refusal('forbidden', 'Accounts with your email domain cannot sign in with this provider.')
  const user =
    (await findUserByVerifiedEmail(tx, provider, issuer, email)) ??
    (await createUserFromClaims(tx, provider, claims, now))
  await addIdentity(tx, credentialPermit, identity, user.id, now)
  const entry = { at: now, by: { kind: 'claimed', id: user.id }, action: 'identity provider linked' } as const
  await tx.audit({ ...entry, subject: user.login, detail: { issuer, sub: subject } })
  return user
}

/**
 * Returns the account with the verified email address of the user, if the provider allows that: exactly one account,
 * which is not linked to the provider yet.
 */
async function findUserByVerifiedEmail(
  tx: Tx,
  { linksByEmail }: IdentityProvider,
  issuer: string,
  email: string | undefined,
): Promise<User | undefined> {
  if (!linksByEmail || email === undefined) return undefined
  const [user, ...others] = await usersWithConfirmedEmail(tx, await loadUsersByEmail(tx, email))
  if (user === undefined) return undefined
  if (others.length > 0) throw new Refusal('forbidden', 'Several accounts have your email address.')
  // A user who may not sign in gets the error, and nothing is written.
  assertUsableAccount(user)
  if (await isLinked(tx, user.id, issuer))
    throw new Refusal(
      'forbidden',
      'The account with your email address is linked to another user of the identity provider.',
    )
  return user
}

/**
 * An address that its owner only claimed does not count: otherwise another user's sign-in could be linked to the
 * claimant's account.
 */
async function usersWithConfirmedEmail(tx: Tx, users: readonly User[]): Promise<User[]> {
  const claimed = await loadClaimedEmails(tx, users)
  return users.filter(({ id }) => !claimed.has(id))
}

async function createUserFromClaims(
  tx: Tx,
  { createsAccounts, loginClaim, label }: IdentityProvider,
  claims: Claims,
  now: EpochSeconds,
): Promise<User> {
  const permit = mayRegister(createsAccounts)
  const login = suggestLogin(claims, loginClaim)
  if (login === undefined) throw new Refusal('forbidden', 'The identity provider did not return a usable login name.')
  if (await isNameTaken(tx, login))
    throw new Refusal('forbidden', message`The login name ${login} is already in use, so no account was created.`)
  // An unverified address is not saved: mail about restricted content would be sent there.
  const draft = { login, realName: suggestRealName(claims, login), email: getVerifiedEmail(claims) ?? '', ldapId: null }
  const [user] = await addUsers(tx, permit, [{ ...draft, status: 'A', passwordHash: null }], now)
  if (user === undefined) throw new Error('Insert returned no account')
  const by = { kind: 'system', reason: `first sign-in with ${label}` } as const
  await tx.audit({ at: now, by, action: 'user created', subject: login })
  return user
}
