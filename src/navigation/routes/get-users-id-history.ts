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
    const { visits, artifacts } = await listVisitedArtifacts(world, viewer.caller, user)
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'summary')
    const contexts = createRenderContexts(viewer, related)(artifacts)
    const contextById = new Map(contexts.map((context) => [context.artifact.id, context]))
    const entries = visits.flatMap(({ artifactId, visitedOn }) => {
      const context = contextById.get(artifactId)
      return context === undefined ? [] : [representVisit(context, visitedOn)]
    })
    return { body: { entries } }
  },
})
