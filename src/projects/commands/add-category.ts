import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import {
  type Category,
  findPathToRoot,
  maxCategories,
  maxCategoryDepth,
  validateCategoryName,
} from '../model/categories.ts'
import { mayManageCategories } from '../policy.ts'
import { addCategory as addNode, lockCategories } from '../store/categories.ts'

export interface CategoryInput {
  readonly shortName?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** null: a root */
  readonly parentId?: number | null | undefined
  readonly isMandatory?: boolean | undefined
  readonly maxValues?: number | undefined
}

/** Adds a category for new projects, or a value below a category (docs/api/projects.md §10). */
export async function addCategory(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  input: CategoryInput,
): Promise<Category> {
  const permit = mayManageCategories(caller)
  return world.db.write(async (tx) => {
    const categories = await lockCategories(tx)
    if (categories.length >= maxCategories) {
      throw new Refusal('invalid', message`A site has at most ${maxCategories} categories and values.`)
    }
    const category = assertValidCategory(categories, input, {
      parentId: null,
      shortName: '',
      name: '',
      description: '',
      isMandatory: false,
      maxValues: 3,
    })
    const added = await addNode(tx, permit, category)
    const entry = { at: world.clock.now(), by: caller, action: 'category added', subject: 'site' }
    await tx.audit({ ...entry, detail: { ...added } })
    return added
  })
}

/** Throws when the rules do not allow the node with its changes. */
export function assertValidCategory(
  categories: readonly Category[],
  input: CategoryInput,
  before: Omit<Category, 'id'>,
): Omit<Category, 'id'> {
  const { parentId = before.parentId, isMandatory, maxValues } = input
  const after = {
    parentId,
    shortName: input.shortName?.trim() ?? before.shortName,
    name: input.name?.trim() ?? before.name,
    description: input.description?.trim() ?? before.description,
    isMandatory: isMandatory ?? before.isMandatory,
    maxValues: maxValues ?? before.maxValues,
  }
  const problem = validateCategoryName(after)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  if (after.maxValues < 1 || after.maxValues > 1000) {
    throw new Refusal('invalid', message`max_values is ${after.maxValues}: expected a number from 1 to 1000.`)
  }
  if (parentId !== null && !categories.some(({ id }) => id === parentId)) {
    throw new Refusal('invalid', message`Category ${parentId} does not exist.`)
  }
  if (parentId !== null && (isMandatory !== undefined || maxValues !== undefined)) {
    throw new Refusal('invalid', 'Only a root category has is_mandatory and max_values.')
  }
  if (parentId !== null && findPathToRoot(categories, parentId).length >= maxCategoryDepth) {
    throw new Refusal('invalid', message`Values are nested at most ${maxCategoryDepth} levels deep.`)
  }
  return after
}
