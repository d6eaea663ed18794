import { loadUsers } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { coversEverything } from '../../world/model/credential.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadProjectActivity } from '../reads/project-activity.ts'
import { ActivityRepresentation, representActivityChange, representActivityDay } from '../representations/activity.ts'
import { representActivityCommit } from '../representations/activity-commit.ts'
import { createRenderContexts } from '../representations/render-context.ts'

export const getProjectsIdActivity = defineRoute({
  method: 'GET',
  url: '/projects/:id/activity',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'Get the numbers of changes and comments of each of the last days, and the latest changes and commits in a project.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 31, default: 14, description: 'Number of days, today included.' }),
    limit: Type.Integer({
      minimum: 0,
      maximum: 50,
      default: 20,
      description: 'Maximum number of latest changes, and of commits.',
    }),
  }),
  answers: { 200: ActivityRepresentation },
  async answer({ params, query, ...viewer }, world) {
    const project = await getProject(world, viewer.caller, params.id)
    const { days, latest, commits } = await loadProjectActivity(world, viewer, project, {
      ...query,
      // No scope covers Subversion.
      hasCommits: coversEverything(viewer.credential),
    })
    const artifacts = [...new Set(latest.map(({ artifact }) => artifact))]
    const [related, users] = await Promise.all([
      loadRelatedData(world, viewer.caller, artifacts, 'summary'),
      loadUsers(world.db.read, [...new Set([...latest, ...commits].flatMap(({ userId }) => userId ?? []))]),
    ])
    const contexts = new Map(createRenderContexts(viewer, related)(artifacts).map((each) => [each.artifact.id, each]))
    return {
      body: {
        days: days.map((day) => representActivityDay(day, viewer)),
        latest: latest.flatMap((change) => {
          const context = contexts.get(change.artifactId)
          return context === undefined ? [] : [representActivityChange(change, context, users, viewer)]
        }),
        commits: commits.map((commit) => representActivityCommit(commit, users, viewer)),
      },
    }
  },
})
