import { maxSessionSeconds } from '../model/session.ts'
import type { CredentialInput } from './authentication-method.ts'

const name = 'tulipwood_session'

/** Returns the session secret of the browser's cookie. */
export function readSessionSecret({ cookie }: CredentialInput['headers']): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && value !== '') return value
  }
  return undefined
}

/**
 * Returns the value of `Set-Cookie`. Scripts cannot read the cookie, and other sites send it only with links; without
 * `isRemembered` it ends with the browser. The server knows when a session ends: the cookie only lasts as long.
 */
export function createSessionCookie(secret: string, isRemembered: boolean, origin: string): string {
  return formatCookie(secret, isRemembered ? `; Max-Age=${maxSessionSeconds}` : '', origin)
}

/** Returns the value of `Set-Cookie` that deletes the cookie. */
export const clearSessionCookie = (origin: string): string => formatCookie('', '; Max-Age=0', origin)

const formatCookie = (value: string, age: string, origin: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('http://') ? '' : '; Secure'}${age}`
