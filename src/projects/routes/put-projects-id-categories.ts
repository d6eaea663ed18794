import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { hasTypeError, identifier, Type } from '../../kit/values/schema.ts'
import { setProjectCategories } from '../commands/set-project-categories.ts'
import { CategoryChoiceRepresentation, representChoice } from '../representations/category.ts'

/** docs/api/projects.md §10. */
export const putProjectsIdCategories = defineRoute({
  method: 'PUT',
  url: '/projects/:id/categories',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Replace the category values of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Array(
    Type.Object(
      { category_id: Type.Integer({ format: identifier }), value_id: Type.Integer({ format: identifier }) },
      { title: 'CategoryChoiceInput', ...hasTypeError },
    ),
    { maxItems: 2000, ...hasTypeError },
  ),
  answers: { 200: Type.Array(CategoryChoiceRepresentation) },
  async answer({ caller, params, body }, world) {
    const choices = body.map((each) => ({ categoryId: each.category_id, valueId: each.value_id }))
    return { body: (await setProjectCategories(world, caller, params.id, choices)).map(representChoice) }
  },
})
