import type { Tx } from '../../kit/db/db.ts'
import { isUniqueViolation } from '../../kit/db/sql.ts'
import { worldInTransaction } from '../../kit/in-transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { refuseUnusable } from '../authentication/account-state.ts'
import { mustEnrol } from '../authentication/must-enrol.ts'
import { type Entrance, pendSession, type StartedSession, startSession } from '../authentication/session.ts'
import type { Identified } from '../directory/identify.ts'
import { type Claims, isOfDomains, loginFrom, realNameFrom, verifiedEmail } from '../model/directory-claims.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import type { User } from '../model/user.ts'
import { record } from '../store/audit.ts'
import { factorsOf } from '../store/second-factors.ts'
import { addIdentity, type Identity, isLinked, lookForIdentity, noteIdentityUse } from '../store/user-identities.ts'
import { addUsers, claimedAddresses, findUser, isNameTaken, lockAccounts, usersByEmail } from '../store/users.ts'

export interface SignedIn {
  readonly session: StartedSession
  /** A second factor of the account here is asked for all the same. */
  readonly isPending: boolean
}

/** Signs in whom a directory vouches for: by who he is there, and the first time by the rules for who is new. */
export async function signInFromDirectory(
  world: World,
  provider: IdentityProvider,
  identified: Identified,
  entrance: Omit<Entrance, 'userId' | 'method' | 'now'>,
): Promise<SignedIn> {
  const isNew = (await lookForIdentity(world.db.read, identified)) === undefined
  // Nothing is asked over the net while a transaction runs.
  const claims = isNew ? await identified.claims() : {}
  const now = world.clock.now()
  const enter = () =>
    world.db.write(async (tx) => {
      const { id } = await userFor(tx, provider, identified, claims, now)
      const user = (await lockAccounts(tx, [id])).get(id)?.user
      if (user === undefined) throw new Error(`The account ${id} of the identity is missing`)
      refuseUnusable(user)
      const inside = worldInTransaction(world, tx)
      await inside.cache.refresh()
      const duties = (await mustEnrol(inside, user.id)) ? (['enrol_second_factor'] as const) : []
      const isPending = (await factorsOf(tx, user.id)).length > 0
      const start = isPending ? pendSession : startSession
      const session = await start(tx, { ...entrance, userId: user.id, method: 'directory', now, duties })
      return { session, isPending }
    })
  // Of two first sign-ins at once the second finds what the first has made.
  return enter().catch((error: unknown) => (isUniqueViolation(error) ? enter() : Promise.reject(error)))
}

async function userFor(
  tx: Tx,
  provider: IdentityProvider,
  { issuer, subject }: Identity,
  claims: Claims,
  now: EpochSeconds,
): Promise<User> {
  const identity = { issuer, subject }
  const known = await lookForIdentity(tx, identity)
  if (known !== undefined) {
    await noteIdentityUse(tx, identity, now)
    return findUser(tx, known)
  }
  const email = verifiedEmail(claims)
  if (!isOfDomains(email, provider.emailDomains))
    throw new Refusal('forbidden', 'People with your e-mail address are not let in this way.')
  const found = (await userWithAddress(tx, provider, issuer, email)) ?? (await newUser(tx, provider, claims, now))
  await addIdentity(tx, identity, found.id, now)
  const entry = { at: now, by: { kind: 'claimed', id: found.id }, action: 'directory linked' } as const
  await record(tx, { ...entry, subject: found.login, detail: { issuer, sub: subject } })
  return found
}

/** Whose address it is, when the directory has verified it and that is enough: one account, and nobody's there yet. */
async function userWithAddress(
  tx: Tx,
  { linksByEmail }: IdentityProvider,
  issuer: string,
  email: string | undefined,
): Promise<User | undefined> {
  if (!linksByEmail || email === undefined) return undefined
  const [user, ...others] = await vouchedFor(tx, await usersByEmail(tx, email))
  if (user === undefined) return undefined
  if (others.length > 0)
    throw new Refusal('forbidden', 'Several accounts have your e-mail address, so it does not say which one is yours.')
  // Who may not come in learns that, and nothing is written.
  refuseUnusable(user)
  if (await isLinked(tx, user.id, issuer))
    throw new Refusal('forbidden', 'The account with your e-mail address belongs to somebody else of the directory.')
  return user
}

/** Whoever calls an address his own would otherwise be given the person who comes from the directory. */
async function vouchedFor(tx: Tx, users: readonly User[]): Promise<User[]> {
  const claimed = await claimedAddresses(tx, users)
  return users.filter(({ id }) => !claimed.has(id))
}

async function newUser(
  tx: Tx,
  { makesAccounts, loginClaim, label }: IdentityProvider,
  claims: Claims,
  now: EpochSeconds,
): Promise<User> {
  if (!makesAccounts) throw new Refusal('forbidden', 'There is no account for you here yet.')
  const login = loginFrom(claims, loginClaim)
  if (login === undefined)
    throw new Refusal('forbidden', 'The directory does not tell a name that an account could be made under.')
  if (await isNameTaken(tx, login))
    throw new Refusal('forbidden', `The name ${login} is taken here already, so no account was made for you.`)
  // An address that nobody verified is nobody's: mail about closed matters would go there.
  const draft = { login, realName: realNameFrom(claims, login), email: verifiedEmail(claims) ?? '', ldapId: null }
  const [user] = await addUsers(tx, [{ ...draft, status: 'A', passwordHash: null }], now)
  if (user === undefined) throw new Error('No account was added')
  const by = { kind: 'system', reason: `first sign-in with ${label}` } as const
  await record(tx, { at: now, by, action: 'user created', subject: login })
  return user
}
