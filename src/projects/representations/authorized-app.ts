import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { ScopeName } from '../../sign-in/model/scope-name.ts'
import { scopes } from '../../sign-in/model/scopes.ts'
import type { AllowedApp } from '../model/app-view.ts'
import type { Project } from '../model/project.ts'
import { ProjectReference, referToProject } from './project.ts'

export const AuthorizedAppRepresentation = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    project: Type.Union([ProjectReference, Type.Null()]),
    scopes: Type.Array(
      Type.Object({ identifier: Type.String(), label: Type.String() }, { additionalProperties: false }),
    ),
    authorized_on: Type.String(),
    last_used_on: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'AuthorizedApp', additionalProperties: false },
)

/** Serializes the authorization of an app by a user (docs/api/oauth2.md §10). */
export const representAuthorizedApp = (
  grant: AllowedApp,
  project: Project | undefined,
  { timezone }: Pick<Viewer, 'timezone'>,
): Static<typeof AuthorizedAppRepresentation> => ({
  id: grant.appId,
  name: grant.appName,
  project: project === undefined ? null : referToProject(project),
  scopes: grant.scopes.map((identifier) => ({ identifier, label: getScopeLabel(identifier) })),
  authorized_on: formatIsoDate(grant.grantedOn, timezone),
  last_used_on: grant.lastUsedOn === null ? null : formatIsoDate(grant.lastUsedOn, timezone),
})

/** A scope of an earlier release that no longer exists is serialized with its key as name. */
const getScopeLabel = (identifier: string): string =>
  Object.hasOwn(scopes, identifier) ? scopes[identifier as ScopeName].label : identifier
