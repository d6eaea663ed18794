import type { User } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import type { Member } from '../../kit/values/caller.ts'
import type { CredentialInput } from '../../sign-in/authentication/authentication-method.ts'
import { type CurrentSession, findActiveSession } from '../../sign-in/authentication/session.ts'
import type { World } from '../../world/model/world.ts'

/** The signed-in user of a browser. */
export interface SignedInUser {
  readonly session: CurrentSession
  readonly user: User
  readonly caller: Member
}

/** Returns the signed-in user whose account may be used; undefined: a sign-in is required. */
export async function findSignedInUser(
  world: World,
  headers: CredentialInput['headers'],
): Promise<SignedInUser | undefined> {
  const session = await findActiveSession(world, headers)
  const account = session && (await findAccount(world, session.userId))
  if (session === undefined || account === undefined) return undefined
  const { user, writing } = account
  return user.status === 'A' || user.status === 'R' ? { session, user, caller: writing } : undefined
}
