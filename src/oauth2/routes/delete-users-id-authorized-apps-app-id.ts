import { defineRoute } from '../../http/declarations/route.ts'
import type { OAuth2AppId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { revokeAuthorizedApp } from '../commands/revoke-authorized-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §10 over the API. */
export const deleteUsersIdAuthorizedAppsAppId = defineRoute({
  method: 'DELETE',
  url: '/users/:id/authorized_apps/:app_id',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete the authorization of an OAuth2 app by the caller. Its tokens are revoked.',
  params: Type.Object({
    id: Type.Unsafe<UserId>(Type.Integer()),
    app_id: Type.Unsafe<OAuth2AppId>(Type.Integer({ description: 'Id of the OAuth2 app.' })),
  }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await revokeAuthorizedApp(world, caller, params.id, params.app_id)
    return {}
  },
})
