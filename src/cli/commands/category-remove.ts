import type { Command } from 'commander'
import { deleteCategory } from '../../projects/commands/delete-category.ts'
import { confirm } from '../arguments/confirm.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

/** `category remove ID` */
export const configureCategoryRemove = (command: Command): Command =>
  command
    .description('delete a category or value with its descendants and their use in projects')
    .argument('<id>', 'category id')
    .action(
      withDatabase(async (context, id: string) => {
        const { world, caller } = context
        await confirm(context, `Delete category ${id} with its descendants and their use in projects?`)
        const category = await deleteCategory(world, caller, parseId(id))
        return {
          lines: [`Deleted category "${category.name}" (id ${category.id})`],
          json: { id: category.id, label: category.name },
        }
      }),
    )
