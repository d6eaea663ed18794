import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteCategory } from '../commands/delete-category.ts'

/** docs/api/projects.md §10. */
export const deleteProjectCategoriesId = defineRoute({
  method: 'DELETE',
  url: '/project_categories/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete a category or a value, everything below it and its use in projects (site administrators).',
  params: Type.Object({ id: Type.Integer() }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteCategory(world, caller, params.id)
    return {}
  },
})
