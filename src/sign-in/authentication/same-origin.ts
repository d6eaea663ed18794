import { Refusal } from '../../kit/messages/refusal.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'

/** Throws unless the request comes from our own pages (docs/api/authentication.md §1.7). */
export async function assertSameOrigin(deps: AuthenticationDeps, headers: CredentialInput['headers']): Promise<void> {
  if (!isFromOurPages(headers, await originsOf(deps, headers)))
    throw new Refusal('forbidden', "Referer doesn't match host. CSRF tentative ?")
}

/**
 * Returns whether a request comes from our own pages, by the browser's fetch metadata or else by its origin
 * (docs/api/authentication.md §1.7).
 */
export function isFromOurPages(headers: CredentialInput['headers'], origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
  const referer = headers['referer'] ?? ''
  return URL.canParse(referer) && origins.includes(new URL(referer).origin)
}

/**
 * Returns whether a request is a read that any link may open or our own pages may embed: other sites cannot read the
 * response, and browsers do not send the cookie with content that other sites embed.
 */
export const isLinkNavigation = ({ method, headers, isLinked }: CredentialInput): boolean => {
  if (!isLinked || (method !== 'GET' && method !== 'HEAD')) return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
  return site === 'same-origin' || (mode === 'navigate' && dest === 'document')
}

/** Returns the public URL when one is set, else the host of the request, which another site cannot choose. */
async function originsOf(deps: AuthenticationDeps, headers: CredentialInput['headers']): Promise<string[]> {
  const publicUrl = (await getSettings(deps)).public_url ?? deps.config.publicUrl
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return headers['host'] === undefined ? [] : [`https://${headers['host']}`, `http://${headers['host']}`]
}
