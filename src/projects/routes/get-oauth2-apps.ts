import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadAppViewPage } from '../reads/apps.ts'
import { AppRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const getOauth2Apps = defineRoute({
  method: 'GET',
  url: '/oauth2_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'List the OAuth2 apps of the site (site administrators).',
  query: Type.Object(buildPageParameters({ default: 50, max: 50 })),
  answers: { 200: Type.Array(AppRepresentation) },
  async answer(request, world) {
    const { apps, size } = await loadAppViewPage(world, request.caller, null, request.query)
    return { body: apps.map((app) => representApp(app, request)), page: { ...request.query, size, max: 50 } }
  },
})
