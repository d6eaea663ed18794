import { maxSessionSeconds } from '../model/session.ts'
import type { CredentialInput } from './authentication-method.ts'

const name = 'tulipwood_session'

/** What a browser sends along to say which session it is in. */
export function readSessionSecret({ cookie }: CredentialInput['headers']): string | undefined {
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
export function createSessionCookie(secret: string, isRemembered: boolean, origin: string): string {
  return formatCookie(secret, isRemembered ? `; Max-Age=${maxSessionSeconds}` : '', origin)
}

/** The value of `Set-Cookie` that makes a browser forget. */
export const clearSessionCookie = (origin: string): string => formatCookie('', '; Max-Age=0', origin)

const formatCookie = (value: string, age: string, origin: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('http://') ? '' : '; Secure'}${age}`
