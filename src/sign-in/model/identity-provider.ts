import { message } from '../../kit/messages/message.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** An identity provider for single sign-on: an OpenID Connect provider of which this server is a client. */
export interface IdentityProvider {
  readonly id: IdentityProviderId
  /** Text of the button. */
  readonly label: string
  /** Identifies the provider permanently: another issuer is another provider. */
  readonly issuer: string
  readonly clientId: string
  /** Encrypted (kit/system/encrypt.ts); null: this server is a public client. */
  readonly sealedSecret: string | null
  /** The claim that becomes the login of a new account. */
  readonly loginClaim: string
  /** Whether new users get an account. */
  readonly createsAccounts: boolean
  /** Whether new users are linked to the account with the same email address, if the provider has verified it. */
  readonly linksByEmail: boolean
  /** Domains of the verified email addresses that may sign in; none: all users. */
  readonly emailDomains: readonly string[]
  readonly isEnabled: boolean
  readonly createdOn: EpochSeconds
}

export type IdentityProviderDraft = Omit<IdentityProvider, 'id' | 'sealedSecret' | 'createdOn'>

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the error of a provider's description; undefined: it is valid. */
export function validateProvider({ label, issuer, clientId, loginClaim, emailDomains }: IdentityProviderDraft) {
  if (label.trim() === '' || label.length > 100) return message`\`label\` must have 1 to 100 characters`
  if (!isIssuer(issuer))
    return message`\`issuer\` must be an https URL without query, such as https://id.example.org (http on this machine only)`
  if (!/^[\x20-\x7e]{1,500}$/.test(clientId))
    return message`\`client_id\` must be the client id that the provider assigned (1 to 500 ASCII characters)`
  if (!/^[\x21-\x7e]{1,100}$/.test(loginClaim)) return message`\`login_claim\` must be the name of a claim`
  const wrong = emailDomains.find((domain) => !/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain))
  return wrong === undefined
    ? undefined
    : message`\`email_domains\`: ${wrong.slice(0, 260)} is not a domain such as example.org`
}

/** OpenID Connect Discovery §3: https, without query or fragment; loopback URLs do not need TLS. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text) || text.length > 500) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

/** Purpose under which the client secret is encrypted. */
export const buildSecretPurpose = (issuer: string): string => `client secret at ${issuer}`
