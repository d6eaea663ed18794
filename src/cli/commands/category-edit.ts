import type { Command } from 'commander'
import { changeCategory } from '../../projects/commands/change-category.ts'
import { buildCategoryTrees } from '../../projects/model/categories.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { loadCategories } from '../../projects/store/categories.ts'
import { addCategoryOptions, type CategoryOptions, parseCategoryOptions } from '../arguments/category-options.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

/** `category edit ID` */
export const configureCategoryEdit = (command: Command): Command =>
  addCategoryOptions(
    command
      .description('update a category or value, or move it with its descendants')
      .argument('<id>', 'category id')
      .option('--short-name <text>', 'new short name')
      .option('--label <text>', 'new name'),
  ).action(
    withDatabase(async ({ world, caller }, id: string, options: CategoryOptions) => {
      const category = await changeCategory(world, caller, parseId(id), parseCategoryOptions(options))
      const values = buildCategoryTrees(await loadCategories(world.db.read), category.id)
      return {
        lines: [`Updated category "${category.name}" (id ${category.id})`],
        json: representCategory({ ...category, values }),
      }
    }),
  )
