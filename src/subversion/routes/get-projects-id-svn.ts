import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { maySeeProject } from '../../projects/policy.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { parseRepositoryQuery } from '../model/repository-query.ts'
import { RepositoryRepresentation, representRepository } from '../representations/repository.ts'
import { loadRepositoryPage } from '../store/repositories.ts'

const maxLimit = 50

/** docs/api/subversion.md §1.2. */
export const getProjectsIdSvn = defineRoute({
  method: 'GET',
  url: '/projects/:id/svn',
  access: 'optional',
  scope: { none: 'contract' },
  summary: 'List the Subversion repositories of a project by name.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    /** `{"name":"…"}` */
    query: Type.String({ description: 'JSON filter: `{"name": "boats"}`.', default: '' }),
    ...buildPageParameters({ default: 10, min: 0, max: maxLimit }),
  }),
  answers: {
    200: Type.Object({ repositories: Type.Array(RepositoryRepresentation) }, { additionalProperties: false }),
  },
  async answer({ params, query, ...viewer }, world) {
    const [cachedProject, settings] = await Promise.all([getCachedProject(world, params.id), getSettings(world)])
    const permit = maySeeProject(viewer.caller, cachedProject, settings)
    const { limit, offset } = query
    const name = parseRepositoryQuery(query.query)
    const { repositories, size } = await loadRepositoryPage(world.db.read, permit, { name, limit, offset })
    const represent = (each: (typeof repositories)[number]) => representRepository(each, permit.subject, viewer)
    return { body: { repositories: repositories.map(represent) }, page: { limit, offset, size, max: maxLimit } }
  },
})
