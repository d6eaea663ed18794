import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadGrantPage } from '../../oauth2/store/oauth2-grants.ts'
import { AuthorizedAppRepresentation, representAuthorizedApp } from '../representations/authorized-app.ts'
import { loadProjects } from '../store/projects.ts'

/** Tulipwood extension: docs/api/oauth2.md §10 over the API. */
export const getUsersIdAuthorizedApps = defineRoute({
  method: 'GET',
  url: '/users/:id/authorized_apps',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'List the OAuth2 apps that the caller has authorized, with their scopes.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 50, max: 50 })),
  answers: { 200: Type.Array(AuthorizedAppRepresentation) },
  async answer(request, world) {
    const permit = mayUseOwn(request.caller, 'authorized apps', request.params.id)
    const { grants, size } = await loadGrantPage(world.db.read, permit, request.query)
    const ids = grants.flatMap(({ projectId }) => projectId ?? [])
    const projects = await loadProjects(world, ids)
    const project = (id: (typeof grants)[number]['projectId']) => (id === null ? undefined : projects.get(id))
    const body = grants.map((grant) => representAuthorizedApp(grant, project(grant.projectId), request))
    return { body, page: { ...request.query, size, max: 50 } }
  },
})
