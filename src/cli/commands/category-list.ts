import type { Command } from 'commander'
import { buildCategoryTrees, type CategoryTree } from '../../projects/model/categories.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { loadCategories } from '../../projects/store/categories.ts'
import { withDatabase } from '../context/command-context.ts'

const formatCategory = (tree: CategoryTree, indent = ''): string[] => {
  const rules = tree.parentId === null ? ` (${tree.isMandatory ? 'mandatory, ' : ''}at most ${tree.maxValues})` : ''
  return [
    `${indent}${tree.id} ${tree.name} [${tree.shortName}]${rules}`,
    ...tree.values.flatMap((each) => formatCategory(each, `${indent}  `)),
  ]
}

/** `category list` */
export const configureCategoryList = (command: Command): Command =>
  command.description('list project categories and their values').action(
    withDatabase(async ({ world }) => {
      const trees = buildCategoryTrees(await loadCategories(world.db.read))
      return {
        isResult: true,
        lines: trees.flatMap((tree) => formatCategory(tree)),
        json: trees.map(representCategory),
      }
    }),
  )
