import { requireSelf } from '../../accounts/model/user-id.ts'
import { ListedArtifactRepresentation } from '../../artifacts/representations/brief-artifact.ts'
import { includeWorkMembers, workMemberNames } from '../../artifacts/representations/work-members.ts'
import { renderListedArtifacts } from '../../artifacts/responses/listed-artifacts.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { listVisitedArtifacts } from '../reads/list-visited-artifacts.ts'

const maxLimit = 250

export const getUsersIdVisitedArtifacts = defineRoute({
  method: 'GET',
  url: '/users/:id/visited_artifacts',
  access: 'required',
  // As the history itself.
  scope: { none: 'own account' },
  isExtension: true,
  summary: 'List the artifacts that the caller (`self`) opened on a page, the latest opened first.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    include: includeWorkMembers,
    ...buildPageParameters({ default: 50, max: maxLimit }),
  }),
  answers: { 200: Type.Array(ListedArtifactRepresentation) },
  async answer({ params, query: { include, ...page }, ...viewer }, world) {
    const user = requireSelf(params.id, viewer.caller)
    const included = parseNameList('include', include, workMemberNames)
    const { artifacts } = await listVisitedArtifacts(world, viewer.caller, user)
    const ofPage = artifacts.slice(page.offset, page.offset + page.limit)
    const body = await renderListedArtifacts(world, viewer, ofPage, included)
    return { body, page: { ...page, size: artifacts.length, max: maxLimit } }
  },
})
