import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getProject } from '../reads/get-project.ts'
import { CategoryChoiceRepresentation, representChoice } from '../representations/category.ts'
import { loadCategoryChoices } from '../store/categories.ts'

/** docs/api/projects.md §10. */
export const getProjectsIdCategories = defineRoute({
  method: 'GET',
  url: '/projects/:id/categories',
  access: 'optional',
  scope: 'read:project',
  isExtension: true,
  summary: 'List the category values of a project.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  answers: { 200: Type.Array(CategoryChoiceRepresentation) },
  async answer({ caller, params }, world) {
    const { id } = await getProject(world, caller, params.id)
    return { body: (await loadCategoryChoices(world.db.read, id)).map(representChoice) }
  },
})
