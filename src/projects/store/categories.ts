import type { Reader, Tx } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { Category, CategoryChoice } from '../model/categories.ts'

/** The whole tree, which is small: sites have a few roots with tens of values. */
export async function allCategories(db: Reader): Promise<Category[]> {
  const rows = await db.selectFrom('category').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    isMandatory: row.is_mandatory === 1,
    maxValues: row.max_values,
  }))
}

export async function addCategoryChoices(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  projectId: ProjectId,
  choices: readonly CategoryChoice[],
): Promise<void> {
  if (choices.length === 0) return
  const rows = choices.map((each) => ({ project_id: projectId, category_id: each.categoryId, value_id: each.valueId }))
  await tx
    .insertInto('project_category')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
