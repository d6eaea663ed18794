import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeCategory } from '../commands/change-category.ts'
import { buildCategoryTrees } from '../model/categories.ts'
import { CategoryRepresentation, representCategory } from '../representations/category.ts'
import { CategoryInputBody, readCategoryInput } from '../representations/category-input.ts'
import { loadCategories } from '../store/categories.ts'

/** docs/api/projects.md §10. */
export const patchProjectCategoriesId = defineRoute({
  method: 'PATCH',
  url: '/project_categories/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Update or move a category or a value, with everything below it (site administrators).',
  params: Type.Object({ id: Type.Integer() }),
  body: CategoryInputBody,
  answers: { 200: CategoryRepresentation },
  async answer({ caller, params, body }, world) {
    const category = await changeCategory(world, caller, params.id, readCategoryInput(body))
    const values = buildCategoryTrees(await loadCategories(world.db.read), category.id)
    return { body: representCategory({ ...category, values }) }
  },
})
