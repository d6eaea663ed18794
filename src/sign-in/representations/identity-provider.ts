import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { IdentityProvider } from '../model/identity-provider.ts'

export const IdentityProviderRepresentation = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    issuer: Type.String(),
    client_id: Type.String(),
    /** Whether there is a client secret; the secret itself is never returned. */
    has_client_secret: Type.Boolean(),
    login_claim: Type.String(),
    makes_accounts: Type.Boolean(),
    links_by_email: Type.Boolean(),
    email_domains: Type.Array(Type.String()),
    is_enabled: Type.Boolean(),
    created_on: Type.String(),
    /** URL to register with the provider. */
    redirect_uri: Type.String(),
  },
  { title: 'IdentityProvider', additionalProperties: false },
)
export type IdentityProviderRepresentation = Static<typeof IdentityProviderRepresentation>

/** Returns the URL to which the provider redirects users, without a default port: it must match exactly. */
export const buildCallbackUrl = (origin: string, id: number): string =>
  new URL(`/login/oidc/${id}/callback`, origin).href

export const representIdentityProvider = (
  provider: IdentityProvider,
  { origin, timezone }: Pick<Viewer, 'origin' | 'timezone'>,
): IdentityProviderRepresentation => ({
  id: provider.id,
  label: provider.label,
  issuer: provider.issuer,
  client_id: provider.clientId,
  has_client_secret: provider.sealedSecret !== null,
  login_claim: provider.loginClaim,
  makes_accounts: provider.createsAccounts,
  links_by_email: provider.linksByEmail,
  email_domains: [...provider.emailDomains],
  is_enabled: provider.isEnabled,
  created_on: formatIsoDate(provider.createdOn, timezone),
  redirect_uri: buildCallbackUrl(origin, provider.id),
})
