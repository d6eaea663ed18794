import type { Command } from 'commander'
import { type CategoryTree, categoryTrees } from '../../projects/model/categories.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { allCategories } from '../../projects/store/categories.ts'
import { inWorld } from '../action.ts'

const linesOf = (tree: CategoryTree, indent = ''): string[] => {
  const rules = tree.parentId === null ? ` (${tree.isMandatory ? 'mandatory, ' : ''}at most ${tree.maxValues})` : ''
  return [
    `${indent}${tree.id} ${tree.name} [${tree.shortName}]${rules}`,
    ...tree.values.flatMap((each) => linesOf(each, `${indent}  `)),
  ]
}

/** `category list` */
export const categoryList = (command: Command): Command =>
  command.description('list the categories of projects and their values').action(
    inWorld(async ({ world }) => {
      const trees = categoryTrees(await allCategories(world.db.read))
      return { lines: trees.flatMap((tree) => linesOf(tree)), json: trees.map(representCategory) }
    }),
  )
