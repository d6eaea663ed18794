import type { Tx } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { addCategoryChoices, loadCategoryChoices, lockCategories } from '../../projects/store/categories.ts'
import { resolveCategoryChoices } from '../model/category-choices.ts'
import type { ImportPlan } from '../plan/import-plan.ts'

/**
 * Saves the archived category choices that exist on this site. The tree may have changed since the check; it stays
 * locked from here on, so this is called last.
 */
export async function writeCategories(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  { tulipwood }: ImportPlan,
  project: ProjectId,
): Promise<void> {
  if (tulipwood === null || tulipwood.categories.length === 0) return
  const categories = await lockCategories(tx)
  const { choices } = resolveCategoryChoices(tulipwood.categories, categories, await loadCategoryChoices(tx, project))
  await addCategoryChoices(tx, permit, project, choices)
}
