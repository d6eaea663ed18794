import { isUtf8 } from 'node:buffer'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { AuthenticationMethod } from './authentication-method.ts'
import { checkPassword, isPasswordCurrent } from './check-password.ts'
import { isPasswordEnough } from './is-password-enough.ts'

/** Authenticates by the header `Authorization: Basic` with login and password (docs/api/authentication.md §1.6). */
export const authenticateByBasic: AuthenticationMethod = async (deps, input) => {
  const pair = parseBasic(input.headers['authorization'])
  if (pair === undefined) return undefined
  const verified = await checkPassword(deps, { ...pair, address: input.address })
  if (verified === undefined || !(await isPasswordEnough(deps, verified, input.address))) {
    throw new Refusal('unauthenticated', 'Basic Authentication Required')
  }
  const isValid = (tx: Tx): Promise<boolean> => isPasswordCurrent(tx, verified)
  return { userId: verified.user.id, credential: { kind: 'basic', id: null, isValid } }
}

/** Parses the header; undefined: login or password is missing, or contains a NUL, which none has. */
export function parseBasic(header: string | undefined): { login: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = decoded(Buffer.from(encoded, 'base64'))
  const colon = text.indexOf(':')
  if (text.includes('\0') || colon < 1 || colon === text.length - 1) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** RFC 7617 leaves the encoding open: existing clients send UTF-8 or Latin-1. */
const decoded = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
