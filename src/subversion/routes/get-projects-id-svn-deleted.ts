import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { getRetentionSeconds } from '../model/retention.ts'
import { mayListDeletedRepositories } from '../policy.ts'
import { DeletedRepositoryRepresentation, representDeletedRepository } from '../representations/deleted-repository.ts'
import { loadDeletedRepositoryPage } from '../store/repositories.ts'
import { getRepositoryAdministrators } from '../store/repository-administrators.ts'

const maxLimit = 50

/** docs/api/subversion.md §1.8. */
export const getProjectsIdSvnDeleted = defineRoute({
  method: 'GET',
  url: '/projects/:id/svn_deleted',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List the deleted Subversion repositories of a project that can be restored, newest first.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: {
    200: Type.Object({ repositories: Type.Array(DeletedRepositoryRepresentation) }, { additionalProperties: false }),
  },
  async answer({ params, query: page, ...viewer }, world) {
    const [project, settings, administrators] = await Promise.all([
      getCachedProject(world, params.id),
      getSettings(world),
      getRepositoryAdministrators(world, params.id),
    ])
    const permit = mayListDeletedRepositories(viewer.caller, { project, settings, administrators })
    const { repositories, size } = await loadDeletedRepositoryPage(world.db.read, permit, page)
    const retentionSeconds = getRetentionSeconds(settings)
    return {
      body: { repositories: repositories.map((each) => representDeletedRepository(each, retentionSeconds, viewer)) },
      page: { ...page, size, max: maxLimit },
    }
  },
})
