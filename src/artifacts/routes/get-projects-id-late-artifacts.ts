import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { loadLateArtifacts } from '../reads/late-artifacts.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { representWorkArtifact, WorkArtifactRepresentation } from '../representations/brief-artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'

export const getProjectsIdLateArtifacts = defineRoute({
  method: 'GET',
  url: '/projects/:id/late_artifacts',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get the open artifacts of a project whose timeframe has ended, the longest ago first, and their number.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    limit: Type.Integer({ minimum: 0, maximum: 50, default: 10, description: 'Maximum number of artifacts.' }),
  }),
  answers: {
    200: Type.Object(
      {
        count: Type.Integer({ description: 'All late artifacts that the caller sees.' }),
        artifacts: Type.Array(WorkArtifactRepresentation),
      },
      { title: 'LateArtifacts', additionalProperties: false },
    ),
  },
  async answer({ params, query: { limit }, ...viewer }, world) {
    const project = await getProject(world, viewer.caller, params.id)
    const { artifacts, size } = await loadLateArtifacts(world, viewer, project, { limit, offset: 0 })
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'summary')
    const contexts = createRenderContexts(viewer, related)(artifacts)
    return { body: { count: size, artifacts: contexts.map(representWorkArtifact) } }
  },
})
