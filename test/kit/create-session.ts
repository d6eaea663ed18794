import type { UserId } from '../../src/kit/ids.ts'
import type { World } from '../../src/kit/world.ts'
import { createPendingSession, type SignInInput, startSession } from '../../src/site/authentication/session.ts'

/** What a browser says of a request that a page of ours makes. */
export const sameOriginHeaders = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

/** The headers of a browser in which somebody is signed in, for requests that a page of ours makes. */
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

/** What a browser keeps in which somebody gave the right password and is asked for more. */
export async function createPendingSessionCookie(world: World, userId: UserId): Promise<string> {
  const session = { userId, method: 'password', isRemembered: false, address: '127.0.0.1', userAgent: null } as const
  const { secret } = await world.db.write((tx) => createPendingSession(tx, { ...session, now: world.clock.now() }))
  return secret
}
