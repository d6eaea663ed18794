import type { EndpointRequestHead, EndpointResponse } from '../../http/declarations/endpoint.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import type { Refusal } from '../../kit/messages/refusal.ts'
import { type Language, negotiateLanguage } from '../../kit/values/language.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'
import { renderSignInErrorPage, signInErrorTexts } from './error-page.ts'
import { type ProviderErrorKind, toProviderError } from './provider-error.ts'

/** Not a 5xx: the provider is another server, and proxies and monitors would take its outage for one of this server. */
const statuses: Readonly<Record<ProviderErrorKind, number>> = { unreachable: 424, refused: 403, untrusted: 400 }

/** Where the sign-in leads to, and the language of a page that explains its failure. */
interface SignInTarget {
  readonly next: string
  readonly language: Language
}

/** Returns a page that explains an error of the provider; rethrows internal errors. */
export async function answerProviderError(
  world: World,
  provider: IdentityProvider,
  thrown: unknown,
  { next, language }: SignInTarget,
  /** IP address of the user who came back; none: the user was not redirected yet. */
  address?: string,
): Promise<EndpointResponse> {
  const trouble = toProviderError(thrown)
  if (trouble === undefined) throw thrown
  world.log.warn({ issuer: provider.issuer, reason: trouble.reason }, 'a sign-in with an identity provider failed')
  if (address !== undefined) await recordFailedSignIn(world, provider, address, trouble.reason)
  const { site_name: site } = await getSettings(world)
  const sentence = signInErrorTexts[language][trouble.kind](provider.label)
  return renderSignInErrorPage(site, statuses[trouble.kind], { sentence, language, next })
}

/** Returns the page for a user whom the provider authenticated but who may not sign in here. */
export async function answerRejectedAccount(
  world: World,
  provider: IdentityProvider,
  refusal: Refusal,
  { next, language, address }: SignInTarget & { readonly address: string },
): Promise<EndpointResponse> {
  await recordFailedSignIn(world, provider, address, refusal.message)
  const { site_name: site } = await getSettings(world)
  const sentence = signInErrorTexts[language].rejectedAccount(refusal.message.replace(/\.?$/, '.'))
  return renderSignInErrorPage(site, statusOf[refusal.kind], { sentence, language, next })
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
    return tx.audit({ ...entry, subject: label, detail: { issuer, reason } })
  })

/** Returns the page for a refusal before the provider is involved. */
export const renderRefusalPage = (refusal: Refusal | null, { headers }: EndpointRequestHead): EndpointResponse => {
  const language = negotiateLanguage(headers)
  const sentence = refusal?.message || signInErrorTexts[language].failed
  const page = renderSignInErrorPage('Tulipwood', refusal === null ? 500 : statusOf[refusal.kind], {
    sentence,
    language,
  })
  return { ...page, headers: { ...page.headers, ...refusal?.details.headers } }
}
