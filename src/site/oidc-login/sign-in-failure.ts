import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { statusOf } from '../../kit/http/statuses.ts'
import type { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import { auditSite } from '../store/audit-site.ts'
import { getSettings } from '../store/settings.ts'
import { providerErrorMessage, signInErrorPage } from './error-page.ts'
import { type ProviderErrorKind, toProviderError } from './provider-error.ts'

/** The directory is not ours: that it is down is no failure of this server, which is what 5xx would tell proxies and monitors. */
const statuses: Readonly<Record<ProviderErrorKind, number>> = { unreachable: 424, refused: 403, untrusted: 400 }

/** A page that says what went wrong with the directory; what went wrong with us is thrown on. */
export async function answerProviderError(
  world: World,
  provider: IdentityProvider,
  thrown: unknown,
  next: string,
  /** Of who came back; none: he was not sent away yet. */
  address?: string,
): Promise<EndpointResponse> {
  const trouble = toProviderError(thrown)
  if (trouble === undefined) throw thrown
  world.log.warn({ issuer: provider.issuer, reason: trouble.reason }, 'somebody could not sign in with a directory')
  if (address !== undefined) await recordFailedSignIn(world, provider, address, trouble.reason)
  const { site_name: site } = await getSettings(world)
  const sentence = providerErrorMessage(trouble.kind, provider.label)
  return signInErrorPage(site, statuses[trouble.kind], { sentence, next })
}

/** The directory vouches for somebody, and we do not let him in. */
export async function answerRejectedAccount(
  world: World,
  provider: IdentityProvider,
  refusal: Refusal,
  { next, address }: { readonly next: string; readonly address: string },
): Promise<EndpointResponse> {
  await recordFailedSignIn(world, provider, address, refusal.message)
  const { site_name: site } = await getSettings(world)
  const sentence = `${refusal.message.replace(/\.?$/, '.')} Ask an administrator.`
  return signInErrorPage(site, statusOf[refusal.kind], { sentence, next })
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

/** What is refused before anybody is asked. */
export const renderRefusalPage = (refusal: Refusal | null): EndpointResponse => {
  const sentence = refusal?.message || 'Something went wrong here. Try again.'
  const page = signInErrorPage('Tulipwood', refusal === null ? 500 : statusOf[refusal.kind], { sentence })
  return { ...page, headers: { ...page.headers, ...refusal?.details.headers } }
}
