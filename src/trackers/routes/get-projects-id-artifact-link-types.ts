import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { ProjectLinkTypeRepresentation, representLinkType } from '../representations/link-type.ts'
import { getDisabledTypes, loadLinkTypes } from '../store/link-types.ts'

const max = 50

/** docs/api/link-types.md §3. */
export const getProjectsIdArtifactLinkTypes = defineRoute({
  method: 'GET',
  url: '/projects/:id/artifact_link_types',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the link types, and whether new links of a project can have them.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: max, max })),
  answers: { 200: Type.Array(ProjectLinkTypeRepresentation) },
  async answer({ caller, params, query }, world) {
    const project = await getProject(world, caller, params.id)
    const [types, disabled] = await Promise.all([loadLinkTypes(world.db.read), getDisabledTypes(world, project.id)])
    const { items, page } = slicePage(types, query, max)
    const body = items.map((type) => ({ ...representLinkType(type), is_enabled: !disabled.has(type.shortName) }))
    return { body, page }
  },
})
