import type { Command } from 'commander'
import { changeCategory } from '../../projects/commands/change-category.ts'
import { categoryTrees } from '../../projects/model/categories.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { allCategories } from '../../projects/store/categories.ts'
import { inWorld } from '../action.ts'
import { type CategoryOptions, categoryOptions, readCategoryOptions } from '../category-options.ts'
import { readId } from '../read-id.ts'

/** `category edit ID` */
export const categoryEdit = (command: Command): Command =>
  categoryOptions(
    command
      .description('change a category or value, or move it with everything below it')
      .argument('<id>', 'its id')
      .option('--short-name <text>', 'its new short name')
      .option('--label <text>', 'its new full name'),
  ).action(
    inWorld(async ({ world, caller }, id: string, options: CategoryOptions) => {
      const category = await changeCategory(world, caller, readId(id), readCategoryOptions(options))
      const values = categoryTrees(await allCategories(world.db.read), category.id)
      return {
        lines: [`The category "${category.name}" (${category.id}) was changed`],
        json: representCategory({ ...category, values }),
      }
    }),
  )
