import { defineRoute } from '../../http/declarations/route.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeIdentityProvider } from '../commands/remove-identity-provider.ts'

export const deleteIdentityProvidersId = defineRoute({
  method: 'DELETE',
  url: '/identity_providers/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete an identity provider (site administrators).',
  params: Type.Object({ id: Type.Unsafe<IdentityProviderId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await removeIdentityProvider(world, caller, params.id)
    return {}
  },
})
