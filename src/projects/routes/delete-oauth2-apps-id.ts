import { defineRoute } from '../../http/declarations/route.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteApp } from '../commands/delete-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const deleteOauth2AppsId = defineRoute({
  method: 'DELETE',
  url: '/oauth2_apps/:id',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete an OAuth2 app with all its authorizations and tokens.',
  params: Type.Object({ id: Type.Unsafe<OAuth2AppId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteApp(world, caller, params.id)
    return {}
  },
})
