import type { IdentityProviderId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** A company directory that people sign in with: an OpenID Connect provider of which we are a client. */
export interface IdentityProvider {
  readonly id: IdentityProviderId
  /** What the button says. */
  readonly label: string
  /** Whom it is, for ever: another issuer is another directory. */
  readonly issuer: string
  readonly clientId: string
  /** Sealed (kit/encrypt.ts); null: we are a public client there. */
  readonly sealedSecret: string | null
  /** Which claim becomes the login of a new account. */
  readonly loginClaim: string
  /** Whether who is new gets an account. */
  readonly createsAccounts: boolean
  /** Whether who is new is taken for the account with the same e-mail address, if the directory has verified it. */
  readonly linksByEmail: boolean
  /** Whom of the directory it lets in, by the domain of a verified address; none: everybody. */
  readonly emailDomains: readonly string[]
  readonly isEnabled: boolean
  readonly createdOn: EpochSeconds
}

export type IdentityProviderDraft = Omit<IdentityProvider, 'id' | 'sealedSecret' | 'createdOn'>

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What is wrong with a provider as somebody describes it; undefined when nothing is. */
export function validateProvider({ label, issuer, clientId, loginClaim, emailDomains }: IdentityProviderDraft) {
  if (label.trim() === '' || label.length > 100) return '`label` must have 1 to 100 characters'
  if (!isIssuer(issuer))
    return '`issuer` must be an https address without query, such as https://id.example.org (http on this machine only)'
  if (!/^[\x20-\x7e]{1,500}$/.test(clientId)) return '`client_id` must be what the directory calls us'
  if (!/^[\x21-\x7e]{1,100}$/.test(loginClaim)) return '`login_claim` must be the name of a claim'
  const wrong = emailDomains.find((domain) => !/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain))
  return wrong === undefined ? undefined : `\`email_domains\`: ${wrong.slice(0, 260)} is no domain such as example.org`
}

/** OpenID Connect Discovery §3: https, without query or fragment; what stays on this machine needs no TLS. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text) || text.length > 500) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

/** What the secret of a client is sealed for. */
export const secretPurpose = (issuer: string): string => `client secret at ${issuer}`
