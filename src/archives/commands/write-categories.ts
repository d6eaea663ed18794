import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { addCategoryChoices, categoryChoicesOf, lockCategories } from '../../projects/store/categories.ts'
import { resolveCategoryChoices } from '../model/category-choices.ts'
import type { ImportPlan } from '../plan.ts'

/**
 * Chooses the categories of the archive that the site has. The tree may have changed since the check; it is locked
 * from here on, so that the import calls this function last.
 */
export async function writeCategories(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  { ours }: ImportPlan,
  project: ProjectId,
): Promise<void> {
  if (ours === null || ours.categories.length === 0) return
  const categories = await lockCategories(tx)
  const { choices } = resolveCategoryChoices(ours.categories, categories, await categoryChoicesOf(tx, project))
  await addCategoryChoices(tx, permit, project, choices)
}
