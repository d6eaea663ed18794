import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { IdentityProviderRepresentation, representIdentityProvider } from '../representations/identity-provider.ts'
import { loadIdentityProviders } from '../store/identity-providers.ts'

export const getIdentityProviders = defineRoute({
  method: 'GET',
  url: '/identity_providers',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List the identity providers (site administrators).',
  answers: { 200: Type.Array(IdentityProviderRepresentation) },
  async answer(request, { db }) {
    mayAdministerSite(request.caller)
    const providers = await loadIdentityProviders(db.read)
    return { body: providers.map((each) => representIdentityProvider(each, request)) }
  },
})
