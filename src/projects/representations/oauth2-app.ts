import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { formatClientId } from '../../oauth2/model/oauth2-app.ts'
import type { AppView } from '../model/app-view.ts'
import { ProjectReference, referToProject } from './project.ts'

const members = {
  id: Type.Integer(),
  uri: Type.String(),
  client_id: Type.String(),
  name: Type.String(),
  redirect_uri: Type.String(),
  is_pkce_forced: Type.Boolean(),
  is_confidential: Type.Boolean(),
  /** null: an app of the whole site. */
  project: Type.Union([ProjectReference, Type.Null()]),
  created_on: Type.String(),
  users_count: Type.Integer(),
}

export const AppRepresentation = Type.Object(members, { title: 'OAuth2App', additionalProperties: false })
export type AppRepresentation = Static<typeof AppRepresentation>

/** The secret is returned once; null: a public app has none. */
export const AppWithSecretRepresentation = Type.Object(
  { ...members, client_secret: Type.Union([Type.String(), Type.Null()]) },
  { title: 'OAuth2AppWithSecret', additionalProperties: false },
)

export const representApp = (
  { app, project, users }: AppView,
  { timezone }: Pick<Viewer, 'timezone'>,
): AppRepresentation => ({
  id: app.id,
  uri: `oauth2_apps/${app.id}`,
  client_id: formatClientId(app.id),
  name: app.name,
  redirect_uri: app.redirectUri,
  is_pkce_forced: app.isPkceForced,
  is_confidential: app.isConfidential,
  project: project === undefined ? null : referToProject(project),
  created_on: formatIsoDate(app.createdOn, timezone),
  users_count: users,
})
