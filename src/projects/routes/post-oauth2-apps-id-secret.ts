import { defineRoute } from '../../http/declarations/route.ts'
import type { OAuth2AppId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { renewAppSecret } from '../commands/renew-app-secret.ts'

/** Tulipwood extension: docs/api/oauth2.md §1 over the API. */
export const postOauth2AppsIdSecret = defineRoute({
  method: 'POST',
  url: '/oauth2_apps/:id/secret',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Create a new secret for an OAuth2 app. It is returned only once and replaces the previous one.',
  params: Type.Object({ id: Type.Unsafe<OAuth2AppId>(Type.Integer()) }),
  answers: { 201: Type.Object({ client_secret: Type.String() }, { additionalProperties: false }) },
  async answer({ caller, params }, world) {
    return { status: 201, body: { client_secret: await renewAppSecret(world, caller, params.id) } }
  },
})
