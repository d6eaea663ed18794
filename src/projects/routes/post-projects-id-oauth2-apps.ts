import { route } from '../../kit/http/route.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { registerApp } from '../commands/register-app.ts'
import { findShownApp } from '../reads/apps.ts'
import { AppWithSecretRepresentation, representApp } from '../representations/oauth2-app.ts'
import { SentApp, wantedApp } from '../representations/sent-app.ts'

/** docs/api/oauth2.md §1, over the API. */
export const postProjectsIdOauth2Apps = route({
  method: 'POST',
  url: '/projects/:id/oauth2_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Create an OAuth2 app of a project (project administrators). Its secret is returned only once.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: SentApp,
  answers: { 201: AppWithSecretRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const { id, secret } = await registerApp(world, viewer.caller, params.id, wantedApp(body))
    const app = await findShownApp(world, viewer.caller, id)
    return { status: 201, body: { ...representApp(app, viewer), client_secret: secret } }
  },
})
