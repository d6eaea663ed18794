import type { Member } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { type CurrentSession, sessionOf } from '../authentication/session.ts'
import type { Sent } from '../authentication/way-in.ts'
import type { User } from '../model/user.ts'
import { accountOf } from '../store/accounts.ts'

/** Who sits at the browser. */
export interface Present {
  readonly session: CurrentSession
  readonly user: User
  readonly caller: Member
}

/** Somebody who is signed in with an account that may be used; whoever is not has to sign in. */
export async function presentIn(world: World, headers: Sent['headers']): Promise<Present | undefined> {
  const session = await sessionOf(world, headers)
  const account = session && (await accountOf(world, session.userId))
  if (session === undefined || account === undefined) return undefined
  const { user, writing } = account
  return user.status === 'A' || user.status === 'R' ? { session, user, caller: writing } : undefined
}
