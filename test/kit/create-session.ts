import type { UserId } from '../../src/kit/values/ids.ts'
import { createPendingSession, type SignInInput, startSession } from '../../src/sign-in/authentication/session.ts'
import type { World } from '../../src/world/model/world.ts'

/** The headers that a browser adds to requests of the site's own pages. */
export const sameOriginHeaders = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

/** Returns the headers of a browser with a signed-in user, for requests of the site's own pages. */
export async function createSessionCookie(
  world: World,
  userId: UserId,
  overrides: Partial<SignInInput> = {},
): Promise<{ readonly cookie: string } & typeof sameOriginHeaders> {
  const session = { userId, method: 'password', isRemembered: false, address: '127.0.0.1', userAgent: null } as const
  const { secret } = await world.db.write((tx) =>
    startSession(tx, { ...session, now: world.clock.now(), ...overrides }),
  )
  return { cookie: `tulipwood_session=${secret}`, ...sameOriginHeaders }
}

/** Returns the session cookie after a correct password, before the second factor. */
export async function createPendingSessionCookie(world: World, userId: UserId): Promise<string> {
  const session = { userId, method: 'password', isRemembered: false, address: '127.0.0.1', userAgent: null } as const
  const { secret } = await world.db.write((tx) => createPendingSession(tx, { ...session, now: world.clock.now() }))
  return secret
}
