import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseProjectQuery } from '../model/project-query.ts'
import { listProjects } from '../reads/list-projects.ts'
import { getProjectDetails } from '../reads/project-details.ts'
import { ProjectRepresentation, representProject } from '../representations/project.ts'

/** docs/api/projects.md §3; `search` is a Tulipwood extension. */
export const getProjects = defineRoute({
  method: 'GET',
  url: '/projects',
  access: 'optional',
  scope: 'read:project',
  summary: 'List the projects that the caller can see, or those that match a query.',
  query: Type.Object({
    ...buildPageParameters({ default: 10, min: 0, max: 50 }),
    query: Type.Optional(
      Type.String({ description: 'JSON filter, such as `{"shortname": "boats"}` or `{"is_member_of": true}`.' }),
    ),
    search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name or short name.' })),
  }),
  answers: { 200: Type.Array(ProjectRepresentation) },
  async answer({ caller, query: { limit, offset, query, search } }, world) {
    const criteria = { query: parseProjectQuery(parsed(query)), search }
    const { projects, size } = await listProjects(world, caller, criteria, { limit, offset })
    const details = await getProjectDetails(
      world,
      caller,
      projects.map(({ id }) => id),
    )
    return {
      body: projects.map((project) => representProject(project, details(project.id))),
      page: { limit, offset, size, max: 50 },
    }
  },
})

/**
 * Parses JSON; text without braces is returned as it is, so that it is not reported as malformed JSON
 * (docs/api/projects.md §3).
 */
function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  return text.startsWith('{') && text.endsWith('}') ? parseJsonParameter(text) : text
}
