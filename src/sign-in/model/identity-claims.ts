import { isEmailAddress } from '../../accounts/model/email-address.ts'
import { validateLoginName } from '../../accounts/model/login-name.ts'
import { normalizeEmail } from '../../accounts/model/user.ts'

/** The claims of an identity provider about a user, unparsed. */
export type Claims = Readonly<Record<string, unknown>>

const textOf = (claims: Claims, name: string): string => {
  const value = claims[name]
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Returns an address that the provider has verified; any other is only the user's statement (OpenID Connect Core §5.7).
 */
export function getVerifiedEmail(claims: Claims): string | undefined {
  const email = textOf(claims, 'email')
  return isEmailAddress(email) && claims['email_verified'] === true ? email : undefined
}

/** Returns whether an address belongs to one of the domains; always true without domains. */
export function hasAllowedDomain(email: string | undefined, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  const domain = normalizeEmail(email ?? '')
    .split('@')
    .at(-1)
  return domains.some((each) => each.toLowerCase() === domain)
}

/**
 * Returns the login of a new account: the claim without characters that a login cannot have (what precedes the @ of an
 * address).
 */
export function suggestLogin(claims: Claims, claim: string): string | undefined {
  const value = textOf(claims, claim).split('@')[0] ?? ''
  const login = value
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9\-_.]+/g, '.')
    .replace(/^[.\-_]+|[.\-_]+$/g, '')
  return validateLoginName(login) === undefined ? login : undefined
}

export function suggestRealName(claims: Claims, login: string): string {
  const parts = [textOf(claims, 'given_name'), textOf(claims, 'family_name')].filter((part) => part !== '')
  const name = textOf(claims, 'name') || parts.join(' ') || login
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
    .toWellFormed()
}
