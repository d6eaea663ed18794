import { Refusal } from '../../kit/refusal.ts'
import { checkPassword } from './check-password.ts'
import { isPasswordEnough } from './password-alone.ts'
import type { WayIn } from './way-in.ts'

/** Header `Authorization: Basic` with login and password (contract 10 §2.6). */
export const basic: WayIn = async (ground, sent) => {
  const pair = readBasic(sent.headers['authorization'])
  if (pair === undefined) return undefined
  const user = await checkPassword(ground, { ...pair, address: sent.address })
  if (user === undefined || !(await isPasswordEnough(ground, user.id))) {
    throw new Refusal('unauthenticated', 'Basic Authentication Required')
  }
  return { userId: user.id, credential: { kind: 'basic', id: null } }
}

/** Contract 70: an empty password or an undecodable text counts as no credentials at all; so does one with a NUL. */
export function readBasic(header: string | undefined): { login: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = decoded(encoded)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || text.includes('\0') || colon < 1 || colon === text.length - 1) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

function decoded(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}
