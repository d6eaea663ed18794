import { Refusal } from '../../kit/refusal.ts'
import { getSettings } from '../store/settings.ts'
import type { AuthenticationDeps, CredentialInput } from './authentication-method.ts'

/** Refuses what does not come from our own pages (docs/api/authentication.md §1.7). */
export async function assertSameOrigin(deps: AuthenticationDeps, headers: CredentialInput['headers']): Promise<void> {
  if (!isFromOurPages(headers, await originsOf(deps, headers)))
    throw new Refusal('forbidden', "Referer doesn't match host. CSRF tentative ?")
}

/** docs/api/authentication.md §1.7: what the browser says of the request, or else where it comes from. */
export function isFromOurPages(headers: CredentialInput['headers'], origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
  const referer = headers['referer'] ?? ''
  return URL.canParse(referer) && origins.includes(new URL(referer).origin)
}

/**
 * What is only read may be opened by a link, from wherever it comes, and be part of our own pages: nobody else reads the
 * answer, and cookies are not sent along with parts of other sites' pages.
 */
export const isLinkNavigation = ({ method, headers, isLinked }: CredentialInput): boolean => {
  if (!isLinked || (method !== 'GET' && method !== 'HEAD')) return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
  return site === 'same-origin' || (mode === 'navigate' && dest === 'document')
}

/** The public address when one is set; else the host the browser named, which another site cannot choose. */
async function originsOf(deps: AuthenticationDeps, headers: CredentialInput['headers']): Promise<string[]> {
  const publicUrl = (await getSettings(deps)).public_url ?? deps.config.publicUrl
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return headers['host'] === undefined ? [] : [`https://${headers['host']}`, `http://${headers['host']}`]
}
