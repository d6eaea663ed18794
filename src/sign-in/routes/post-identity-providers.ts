import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import { Type } from '../../kit/values/schema.ts'
import { createIdentityProvider } from '../commands/create-identity-provider.ts'
import { IdentityProviderRepresentation, representIdentityProvider } from '../representations/identity-provider.ts'
import { getIdentityProvider } from '../store/identity-providers.ts'

export const postIdentityProviders = defineRoute({
  method: 'POST',
  url: '/identity_providers',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create an OpenID Connect identity provider (site administrators).',
  body: Type.Object({
    label: Type.String(),
    /** Must match the provider's own issuer exactly; it cannot be changed. */
    issuer: Type.String(),
    client_id: Type.String(),
    /** Absent: this server is a public client. */
    client_secret: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
    /** Claim that becomes the login of a new account. */
    login_claim: Type.String({ default: 'preferred_username' }),
    makes_accounts: Type.Boolean({ default: true }),
    /** Whether new users are linked to the account with the same email address, if the provider has verified it. */
    links_by_email: Type.Boolean({ default: false }),
    /** Restricts new users to verified addresses of these domains. */
    email_domains: Type.Array(Type.String(), { default: [], maxItems: 100 }),
    is_enabled: Type.Boolean({ default: true }),
  }),
  answers: { 201: IdentityProviderRepresentation },
  // Loading the cipher may create the key file, for which no transaction should wait.
  prepare: (_asked, world) => loadSecretCipher(world),
  async answer(request, world, cipher) {
    const { body } = request
    const draft = {
      label: body.label,
      issuer: body.issuer,
      clientId: body.client_id,
      loginClaim: body.login_claim,
      createsAccounts: body.makes_accounts,
      linksByEmail: body.links_by_email,
      emailDomains: body.email_domains,
      isEnabled: body.is_enabled,
    }
    const id = await createIdentityProvider(world, request.caller, draft, {
      text: body.client_secret ?? null,
      box: cipher,
    })
    return { status: 201, body: representIdentityProvider(await getIdentityProvider(world.db.read, id), request) }
  },
})
