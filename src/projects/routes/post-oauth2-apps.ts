import { defineRoute } from '../../http/declarations/route.ts'
import { registerApp } from '../commands/register-app.ts'
import { getAppView } from '../reads/apps.ts'
import { AppInputBody, readAppInput } from '../representations/app-input.ts'
import { AppWithSecretRepresentation, representApp } from '../representations/oauth2-app.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const postOauth2Apps = defineRoute({
  method: 'POST',
  url: '/oauth2_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Create an OAuth2 app of the site (site administrators). Its secret is returned only once.',
  body: AppInputBody,
  answers: { 201: AppWithSecretRepresentation },
  async answer({ body, ...viewer }, world) {
    const { id, secret } = await registerApp(world, viewer.caller, null, readAppInput(body))
    const app = await getAppView(world, viewer.caller, id)
    return { status: 201, body: { ...representApp(app, viewer), client_secret: secret } }
  },
})
