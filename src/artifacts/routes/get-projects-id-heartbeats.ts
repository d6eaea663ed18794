import { defineRoute } from '../../http/declarations/route.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { loadHeartbeats } from '../reads/heartbeats.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { HeartbeatsRepresentation, representHeartbeat } from '../representations/heartbeat.ts'
import { createRenderContexts } from '../representations/render-context.ts'

/** docs/api/projects.md §8. */
export const getProjectsIdHeartbeats = defineRoute({
  method: 'GET',
  url: '/projects/:id/heartbeats',
  access: 'optional',
  scope: { none: 'contract' },
  summary: 'List the latest changes in a project, newest first.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: HeartbeatsRepresentation },
  async answer({ params, ...viewer }, world) {
    const project = await getProject(world, viewer.caller, params.id)
    const { artifacts, hasHidden } = await loadHeartbeats(world, viewer.caller, project)
    const contexts = createRenderContexts(
      viewer,
      await loadRelatedData(world, viewer.caller, artifacts, 'summary'),
    )(artifacts)
    const entries = await mapWithPauses(contexts, representHeartbeat)
    return { body: { entries, are_there_activities_user_cannot_see: hasHidden } }
  },
})
