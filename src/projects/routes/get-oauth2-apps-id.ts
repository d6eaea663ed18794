import { defineRoute } from '../../http/declarations/route.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAppView } from '../reads/apps.ts'
import { AppRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const getOauth2AppsId = defineRoute({
  method: 'GET',
  url: '/oauth2_apps/:id',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Get an OAuth2 app (administrators of its project or of the site).',
  params: Type.Object({ id: Type.Unsafe<OAuth2AppId>(Type.Integer()) }),
  answers: { 200: AppRepresentation },
  async answer(request, world) {
    return { body: representApp(await getAppView(world, request.caller, request.params.id), request) }
  },
})
