import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadAppViewPage } from '../reads/apps.ts'
import { AppRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const getProjectsIdOauth2Apps = defineRoute({
  method: 'GET',
  url: '/projects/:id/oauth2_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'List the OAuth2 apps of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 50, max: 50 })),
  answers: { 200: Type.Array(AppRepresentation) },
  async answer(request, world) {
    const { apps, size } = await loadAppViewPage(world, request.caller, request.params.id, request.query)
    return { body: apps.map((app) => representApp(app, request)), page: { ...request.query, size, max: 50 } }
  },
})
