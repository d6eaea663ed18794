import { isIP } from 'node:net'
import { Refusal } from '../../kit/refusal.ts'

/** Who passkeys are made for (WebAuthn §4, "relying party"): our address, as the browser knows it. */
export interface RelyingParty {
  /** The host, without port. */
  readonly id: string
  readonly origin: string
}

/** Undefined where browsers make no passkeys: they want a name, and https unless it is this machine's. */
export function findRelyingParty(address: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

export function getRelyingParty(address: string): RelyingParty {
  const party = findRelyingParty(address)
  if (party === undefined) {
    throw new Refusal('invalid', 'Passkeys need an https address with a name: this server is reached at another one.')
  }
  return party
}
