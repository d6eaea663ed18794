import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { buildCategoryTrees } from '../model/categories.ts'
import { mayCreateProject } from '../policy.ts'
import { CategoryRepresentation, representCategory } from '../representations/category.ts'
import { loadCategories } from '../store/categories.ts'

const max = 50

/** docs/api/projects.md §10. */
export const getProjectCategories = defineRoute({
  method: 'GET',
  url: '/project_categories',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'List the categories that a new project can have (users who may create projects).',
  query: Type.Object(buildPageParameters({ default: max, max })),
  answers: { 200: Type.Array(CategoryRepresentation) },
  async answer({ caller, query }, world) {
    mayCreateProject(caller, await getSettings(world))
    const trees = buildCategoryTrees(await loadCategories(world.db.read))
    const { items, page } = slicePage(trees, query, max)
    return { body: items.map(representCategory), page }
  },
})
