import type { Command } from 'commander'
import { addCategory } from '../../projects/commands/add-category.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { addCategoryOptions, type CategoryOptions, parseCategoryOptions } from '../arguments/category-options.ts'
import { withDatabase } from '../context/command-context.ts'

/** `category add SHORTNAME LABEL` */
export const configureCategoryAdd = (command: Command): Command =>
  addCategoryOptions(
    command
      .description('add a project category, or a value of one')
      .argument('<shortname>', 'short name of the category')
      .argument('<label>', 'name of the category'),
  ).action(
    withDatabase(async ({ world, caller }, shortName: string, label: string, options: CategoryOptions) => {
      const category = await addCategory(world, caller, parseCategoryOptions({ ...options, shortName, label }))
      return {
        lines: [`Added category "${category.name}" (id ${category.id})`],
        json: representCategory({ ...category, values: [] }),
      }
    }),
  )
