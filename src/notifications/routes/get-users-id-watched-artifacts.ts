import { requireSelf } from '../../accounts/model/user-id.ts'
import { ListedArtifactRepresentation } from '../../artifacts/representations/brief-artifact.ts'
import { includeWorkMembers, workMemberNames } from '../../artifacts/representations/work-members.ts'
import { renderListedArtifacts } from '../../artifacts/responses/listed-artifacts.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { listWatchedArtifacts } from '../reads/list-watched-artifacts.ts'

const maxLimit = 250

export const getUsersIdWatchedArtifacts = defineRoute({
  method: 'GET',
  url: '/users/:id/watched_artifacts',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the artifacts that the caller (`self`) watches, the latest changed first.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    include: includeWorkMembers,
    ...buildPageParameters({ default: 50, max: maxLimit }),
  }),
  answers: { 200: Type.Array(ListedArtifactRepresentation) },
  async answer({ params, query: { include, ...page }, ...viewer }, world) {
    const user = requireSelf(params.id, viewer.caller)
    const included = parseNameList('include', include, workMemberNames)
    const { artifacts, size } = await listWatchedArtifacts(world, viewer.caller, user, page)
    const body = await renderListedArtifacts(world, viewer, artifacts, included)
    return { body, page: { ...page, size, max: maxLimit } }
  },
})
