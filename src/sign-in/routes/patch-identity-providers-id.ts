import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeIdentityProvider, type IdentityProviderChange } from '../commands/change-identity-provider.ts'

export const patchIdentityProvidersId = defineRoute({
  method: 'PATCH',
  url: '/identity_providers/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Update an identity provider (site administrators).',
  params: Type.Object({ id: Type.Unsafe<IdentityProviderId>(Type.Integer()) }),
  body: Type.Object({
    label: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    /** null removes it */
    client_secret: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
    login_claim: Type.Optional(Type.String()),
    makes_accounts: Type.Optional(Type.Boolean()),
    links_by_email: Type.Optional(Type.Boolean()),
    email_domains: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    is_enabled: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: null },
  prepare: (_asked, world) => loadSecretCipher(world),
  async answer({ caller, params, body }, world, cipher) {
    const change = {
      ...(body.label === undefined ? {} : { label: body.label }),
      ...(body.client_id === undefined ? {} : { clientId: body.client_id }),
      ...(body.login_claim === undefined ? {} : { loginClaim: body.login_claim }),
      ...(body.makes_accounts === undefined ? {} : { createsAccounts: body.makes_accounts }),
      ...(body.links_by_email === undefined ? {} : { linksByEmail: body.links_by_email }),
      ...(body.email_domains === undefined ? {} : { emailDomains: body.email_domains }),
      ...(body.is_enabled === undefined ? {} : { isEnabled: body.is_enabled }),
    } satisfies IdentityProviderChange
    await changeIdentityProvider(world, caller, params.id, change, { text: body.client_secret, box: cipher })
    return {}
  },
})
