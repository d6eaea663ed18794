import { mayUseOwn } from '../../accounts/policy.ts'
import { loadRelatedData } from '../../artifacts/reads/load-related-data.ts'
import { createRenderContexts } from '../../artifacts/representations/render-context.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { listVisitedArtifacts } from '../reads/list-visited-artifacts.ts'
import { representVisit, VisitHistoryRepresentation } from '../representations/visit.ts'

/** docs/api/users.md §7. */
export const getUsersIdHistory = defineRoute({
  method: 'GET',
  url: '/users/:id/history',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'List the artifacts that the caller opened last on a page, the latest first.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: VisitHistoryRepresentation },
  async answer({ params, ...viewer }, world) {
    const { subject: user } = mayUseOwn(viewer.caller, 'history', params.id)
    const visited = await listVisitedArtifacts(world, viewer.caller, user)
    const artifacts = visited.map(({ artifact }) => artifact)
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'summary')
    const contexts = createRenderContexts(viewer, related)(artifacts)
    const visitedOn = new Map(visited.map((each) => [each.artifact.id, each.visitedOn]))
    return { body: { entries: contexts.map((each) => representVisit(each, visitedOn.get(each.artifact.id) ?? 0)) } }
  },
})
