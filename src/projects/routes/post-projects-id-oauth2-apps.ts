import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { registerApp } from '../commands/register-app.ts'
import { getAppView } from '../reads/apps.ts'
import { AppInputBody, readAppInput } from '../representations/app-input.ts'
import { AppWithSecretRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const postProjectsIdOauth2Apps = defineRoute({
  method: 'POST',
  url: '/projects/:id/oauth2_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Create an OAuth2 app of a project (project administrators). Its secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: AppInputBody,
  answers: { 201: AppWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const { id, secret } = await registerApp(world, viewer.caller, params.id, readAppInput(body))
    const app = await getAppView(world, viewer.caller, id)
    return { status: 201, body: { ...representApp(app, viewer), client_secret: secret } }
  },
})
