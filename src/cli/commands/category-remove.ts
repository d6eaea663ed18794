import type { Command } from 'commander'
import { deleteCategory } from '../../projects/commands/delete-category.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'

/** `category remove ID` */
export const categoryRemove = (command: Command): Command =>
  command
    .description('delete a category or value, what is below it and what projects chose of it')
    .argument('<id>', 'its id')
    .action(
      inWorld(async ({ world, caller }, id: string) => {
        const category = await deleteCategory(world, caller, readId(id))
        return {
          lines: [`The category "${category.name}" (${category.id}) was deleted`],
          json: { id: category.id, label: category.name },
        }
      }),
    )
