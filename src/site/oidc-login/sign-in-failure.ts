import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { statusOf } from '../../kit/http/statuses.ts'
import type { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import { auditSite } from '../store/audit-site.ts'
import { getSettings } from '../store/settings.ts'
import { getProviderErrorMessage, renderSignInErrorPage } from './error-page.ts'
import { type ProviderErrorKind, toProviderError } from './provider-error.ts'

/** Not a 5xx: the provider is another server, and proxies and monitors would take its outage for one of this server. */
const statuses: Readonly<Record<ProviderErrorKind, number>> = { unreachable: 424, refused: 403, untrusted: 400 }

/** Returns a page that explains an error of the provider; rethrows internal errors. */
export async function answerProviderError(
  world: World,
  provider: IdentityProvider,
  thrown: unknown,
  next: string,
  /** IP address of the user who came back; none: the user was not redirected yet. */
  address?: string,
): Promise<EndpointResponse> {
  const trouble = toProviderError(thrown)
  if (trouble === undefined) throw thrown
  world.log.warn({ issuer: provider.issuer, reason: trouble.reason }, 'a sign-in with an identity provider failed')
  if (address !== undefined) await recordFailedSignIn(world, provider, address, trouble.reason)
  const { site_name: site } = await getSettings(world)
  const sentence = getProviderErrorMessage(trouble.kind, provider.label)
  return renderSignInErrorPage(site, statuses[trouble.kind], { sentence, next })
}

/** Returns the page for a user whom the provider authenticated but who may not sign in here. */
export async function answerRejectedAccount(
  world: World,
  provider: IdentityProvider,
  refusal: Refusal,
  { next, address }: { readonly next: string; readonly address: string },
): Promise<EndpointResponse> {
  await recordFailedSignIn(world, provider, address, refusal.message)
  const { site_name: site } = await getSettings(world)
  const sentence = `${refusal.message.replace(/\.?$/, '.')} Ask an administrator.`
  return renderSignInErrorPage(site, statusOf[refusal.kind], { sentence, next })
}

const recordFailedSignIn = (
  world: World,
  { label, issuer }: IdentityProvider,
  address: string,
  reason: string,
): Promise<void> =>
  world.db.write((tx) => {
    const entry = {
      at: world.clock.now(),
      by: { kind: 'claimed', id: null },
      address,
      action: 'sign-in failed',
    } as const
    return auditSite(tx, { ...entry, subject: label, detail: { issuer, reason } })
  })

/** Returns the page for a refusal before the provider is involved. */
export const renderRefusalPage = (refusal: Refusal | null): EndpointResponse => {
  const sentence = refusal?.message || 'An internal error occurred. Try again.'
  const page = renderSignInErrorPage('Tulipwood', refusal === null ? 500 : statusOf[refusal.kind], { sentence })
  return { ...page, headers: { ...page.headers, ...refusal?.details.headers } }
}
