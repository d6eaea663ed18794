import { defineRoute } from '../../http/declarations/route.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeApp } from '../commands/change-app.ts'
import { getAppView } from '../reads/apps.ts'
import { AppRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const patchOauth2AppsId = defineRoute({
  method: 'PATCH',
  url: '/oauth2_apps/:id',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Update the name, the redirect URI or the PKCE requirement of an OAuth2 app.',
  params: Type.Object({ id: Type.Unsafe<OAuth2AppId>(Type.Integer()) }),
  body: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    redirect_uri: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    is_pkce_forced: Type.Optional(Type.Boolean()),
  }),
  answers: { 200: AppRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const { name, redirect_uri: redirectUri, is_pkce_forced: isPkceForced } = body
    await changeApp(world, viewer.caller, params.id, { name, redirectUri, isPkceForced })
    return { body: representApp(await getAppView(world, viewer.caller, params.id), viewer) }
  },
})
