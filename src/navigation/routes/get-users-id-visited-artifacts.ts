import { ListedArtifactRepresentation } from '../../artifacts/representations/brief-artifact.ts'
import { includeWorkMembers, workMemberNames } from '../../artifacts/representations/work-members.ts'
import { renderListedArtifacts } from '../../artifacts/responses/listed-artifacts.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getUserId } from '../../kit/values/caller.ts'
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
    if (params.id !== 'self') throw new Refusal('forbidden', 'This route only supports the id `self`.')
    const included = parseNameList('include', include, workMemberNames)
    const user = getUserId(viewer.caller)
    if (user === null) throw new Refusal('unauthenticated')
    const { artifacts } = await listVisitedArtifacts(world, viewer.caller, user)
    const ofPage = artifacts.slice(page.offset, page.offset + page.limit)
    const body = await renderListedArtifacts(world, viewer, ofPage, included)
    return { body, page: { ...page, size: artifacts.length, max: maxLimit } }
  },
})
