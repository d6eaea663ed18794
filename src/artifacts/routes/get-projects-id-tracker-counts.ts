import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { countProjectArtifacts } from '../reads/tracker-counts.ts'

export const getProjectsIdTrackerCounts = defineRoute({
  method: 'GET',
  url: '/projects/:id/tracker_counts',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List how many artifacts the caller sees in each tracker of a project, all and open ones.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: {
    200: Type.Array(
      Type.Object(
        {
          tracker_id: Type.Integer(),
          open: Type.Integer({
            description: 'Artifacts with an open status; all, if the tracker has no status that the caller can read.',
          }),
          total: Type.Integer(),
        },
        { title: 'TrackerCount', additionalProperties: false },
      ),
    ),
  },
  async answer({ caller, params }, world) {
    const project = await getProject(world, caller, params.id)
    const counts = await countProjectArtifacts(world, caller, project)
    return { body: counts.map(({ trackerId, open, total }) => ({ tracker_id: trackerId, open, total })) }
  },
})
