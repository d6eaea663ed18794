import type { Command } from 'commander'
import { addCategory } from '../../projects/commands/add-category.ts'
import { representCategory } from '../../projects/representations/category.ts'
import { inWorld } from '../action.ts'
import { type CategoryOptions, categoryOptions, readCategoryOptions } from '../category-options.ts'

/** `category add SHORTNAME LABEL` */
export const categoryAdd = (command: Command): Command =>
  categoryOptions(
    command
      .description('add a category of projects, or a value below one')
      .argument('<shortname>', 'its short name')
      .argument('<label>', 'its full name'),
  ).action(
    inWorld(async ({ world, caller }, shortName: string, label: string, options: CategoryOptions) => {
      const category = await addCategory(world, caller, readCategoryOptions({ ...options, shortName, label }))
      return {
        lines: [`The category "${category.name}" (${category.id}) was added`],
        json: representCategory({ ...category, values: [] }),
      }
    }),
  )
