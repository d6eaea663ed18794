import { defineRoute } from '../../http/declarations/route.ts'
import { addCategory } from '../commands/add-category.ts'
import { CategoryRepresentation, representCategory } from '../representations/category.ts'
import { CategoryInputBody, readCategoryInput } from '../representations/category-input.ts'

/** docs/api/projects.md §10. */
export const postProjectCategories = defineRoute({
  method: 'POST',
  url: '/project_categories',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create a project category, or a value of one (site administrators).',
  body: CategoryInputBody,
  answers: { 201: CategoryRepresentation },
  async answer({ caller, body }, world) {
    const category = await addCategory(world, caller, readCategoryInput(body))
    return { status: 201, body: representCategory({ ...category, values: [] }) }
  },
})
