import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type Category, collectSubtree, findPathToRoot, maxCategoryDepth } from '../model/categories.ts'
import { mayManageCategories } from '../policy.ts'
import { lockCategories, moveChoices, saveCategory } from '../store/categories.ts'
import { assertValidCategory, type CategoryInput } from './add-category.ts'

/**
 * Updates a category or value (docs/api/projects.md §10). The choices of projects follow a value to its new category.
 */
export async function changeCategory(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  id: number,
  input: CategoryInput,
): Promise<Category> {
  const permit = mayManageCategories(caller)
  return world.db.write(async (tx) => {
    const categories = await lockCategories(tx)
    const before = getCategory(categories, id)
    const moved = collectSubtree(categories, id)
    if (input.parentId != null && moved.has(input.parentId)) {
      throw new Refusal('invalid', message`The category ${id} cannot be moved below itself.`)
    }
    const after = { id, ...assertValidCategory(categories, input, before) }
    const changed = categories.map((each) => (each.id === id ? after : each))
    const path = findPathToRoot(changed, id)
    if (path.length + Math.max(...moved.values()) > maxCategoryDepth) {
      throw new Refusal('invalid', message`Values are nested at most ${maxCategoryDepth} levels deep.`)
    }
    await saveCategory(tx, permit, after)
    const root = path.at(-1) ?? id
    if (root !== findPathToRoot(categories, id).at(-1)) await moveChoices(tx, permit, [...moved.keys()], root)
    const entry = { at: world.clock.now(), by: caller, action: 'category changed', subject: 'site' }
    await tx.audit({ ...entry, detail: { from: { ...before }, ...after } })
    return after
  })
}

export function getCategory(categories: readonly Category[], id: number): Category {
  const category = categories.find((each) => each.id === id)
  if (category === undefined) throw new Refusal('absent', message`Category ${id} does not exist.`)
  return category
}
