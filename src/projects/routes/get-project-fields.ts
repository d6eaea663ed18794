import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayCreateProject } from '../policy.ts'
import { ProjectFieldRepresentation, representProjectField } from '../representations/project-field.ts'
import { loadProjectFieldPage } from '../store/project-fields.ts'

/** docs/api/site.md §1. Compatible with Tuleap: the total counts only the fields of the page. */
export const getProjectFields = defineRoute({
  method: 'GET',
  url: '/project_fields',
  access: 'required',
  scope: 'write:project',
  summary: 'List custom project fields (users who may create projects).',
  query: Type.Object(buildPageParameters({ default: 10, min: 0, max: 100 })),
  answers: {
    200: Type.Object(
      {
        project_fields_representation: Type.Array(ProjectFieldRepresentation),
        total_size: Type.Integer(),
      },
      { additionalProperties: false },
    ),
  },
  async answer({ caller, query }, world) {
    mayCreateProject(caller, await getSettings(world))
    const { fields, size } = await loadProjectFieldPage(world.db.read, query)
    return {
      body: { project_fields_representation: fields.map(representProjectField), total_size: size },
      page: { ...query, size, max: 100 },
    }
  },
})
