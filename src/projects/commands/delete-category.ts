import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type Category, collectSubtree } from '../model/categories.ts'
import { mayManageCategories } from '../policy.ts'
import { lockCategories, removeCategories } from '../store/categories.ts'
import { getCategory } from './change-category.ts'

/** Deletes a category or value with everything below it, and the choices of projects (docs/api/projects.md §10). */
export async function deleteCategory(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: number,
): Promise<Category> {
  const permit = mayManageCategories(caller)
  return world.db.write(async (tx) => {
    const categories = await lockCategories(tx)
    const category = getCategory(categories, id)
    const removed = [...collectSubtree(categories, id).keys()]
    await removeCategories(tx, permit, removed)
    const entry = { at: world.clock.now(), by: caller, action: 'category deleted', subject: 'site' }
    await tx.audit({ ...entry, detail: { ...category, removed } })
    return category
  })
}
