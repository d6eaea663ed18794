import { longestSeconds } from '../model/session.ts'
import type { Sent } from './way-in.ts'

const name = 'tulipwood_session'

/** What a browser sends along to say which session it is in. */
export function sessionSecretIn({ cookie }: Sent['headers']): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && value !== '') return value
  }
  return undefined
}

/**
 * The value of `Set-Cookie`. No script reads it and no other site sends it along with more than a link; one that is not
 * remembered goes when the browser does. The server knows when a session ends: the cookie only lasts as long.
 */
export function sessionCookie(secret: string, isRemembered: boolean, origin: string): string {
  return written(secret, isRemembered ? `; Max-Age=${longestSeconds}` : '', origin)
}

/** The value of `Set-Cookie` that makes a browser forget. */
export const noSessionCookie = (origin: string): string => written('', '; Max-Age=0', origin)

const written = (value: string, age: string, origin: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('http://') ? '' : '; Secure'}${age}`
