import { isIP } from 'node:net'
import { Refusal } from '../../kit/messages/refusal.ts'

/** The relying party of passkeys (WebAuthn §4): the public URL as the browser sees it. */
export interface RelyingParty {
  /** The host, without port. */
  readonly id: string
  readonly origin: string
}

/** Returns undefined where browsers create no passkeys: they need a name, and https except for localhost. */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

export function getRelyingParty(publicUrl: string): RelyingParty {
  const party = findRelyingParty(publicUrl)
  if (party === undefined) {
    throw new Refusal('invalid', 'Passkeys need an https URL with a host name. Open the site at such a URL.')
  }
  return party
}
