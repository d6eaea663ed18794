import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Category, CategoryChoice } from '../model/categories.ts'
import type { Project } from '../model/project.ts'

/** Returns the whole tree; its size is limited. */
export async function loadCategories(db: Reader): Promise<Category[]> {
  const rows = await db.selectFrom('category').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    shortName: row.short_name,
    name: row.name,
    description: row.description,
    isMandatory: row.is_mandatory === 1,
    maxValues: row.max_values,
  }))
}

/** Returns and locks the whole tree for a change: concurrent changes wait for the end of the transaction. */
export async function lockCategories(tx: Tx): Promise<Category[]> {
  await lockRows(tx, tx.selectFrom('category').select('id').orderBy('id')).execute()
  return loadCategories(tx)
}

const toRow = ({ parentId, shortName, name, description, isMandatory, maxValues }: Omit<Category, 'id'>) => ({
  parent_id: parentId,
  short_name: shortName,
  name,
  description,
  is_mandatory: isMandatory ? (1 as const) : (0 as const),
  max_values: maxValues,
})

export async function addCategory(
  tx: Tx,
  _permit: Permit<'arrange', 'categories'>,
  category: Omit<Category, 'id'>,
): Promise<Category> {
  const [id] = (await allocateIds(tx, 'category', 1)) as [number]
  await tx
    .insertInto('category')
    .values({ id, ...toRow(category) })
    .execute()
  return { ...category, id }
}

export async function saveCategory(
  tx: Tx,
  _permit: Permit<'arrange', 'categories'>,
  { id, ...category }: Category,
): Promise<void> {
  await tx.updateTable('category').set(toRow(category)).where('id', '=', id).execute()
}

/** Removes nodes, and with them the choices of projects. */
export async function removeCategories(
  tx: Tx,
  _permit: Permit<'arrange', 'categories'>,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('project_category')
    .where(({ or }) => or([inList('category_id', ids), inList('value_id', ids)]))
    .execute()
  await tx.deleteFrom('category').where(inList('id', ids)).execute()
}

/** Moves the choices of these values to another root. */
export async function moveChoices(
  tx: Tx,
  _permit: Permit<'arrange', 'categories'>,
  values: readonly number[],
  root: number,
): Promise<void> {
  await tx.updateTable('project_category').set({ category_id: root }).where(inList('value_id', values)).execute()
  // A value that became a root is not a choice any more.
  await tx.deleteFrom('project_category').where('value_id', '=', root).execute()
}

export async function loadCategoryChoices(db: Reader, project: ProjectId): Promise<CategoryChoice[]> {
  const rows = await db
    .selectFrom('project_category')
    .select(['category_id', 'value_id'])
    .where('project_id', '=', project)
    .orderBy('category_id')
    .orderBy('value_id')
    .execute()
  return rows.map((row) => ({ categoryId: row.category_id, valueId: row.value_id }))
}

export async function addCategoryChoices(
  tx: Tx,
  permit: Permit<'create', 'project'> | Permit<'administer', Project>,
  projectId: ProjectId,
  choices: readonly CategoryChoice[],
): Promise<void> {
  assertSubject(permit, projectId)
  if (choices.length === 0) return
  // A value that is deleted concurrently must not be chosen.
  const ids = [...new Set(choices.flatMap(({ categoryId, valueId }) => [categoryId, valueId]))]
  const lockedRows = await lockRows(
    tx,
    tx.selectFrom('category').select('id').where(inList('id', ids)).orderBy('id'),
  ).execute()
  if (lockedRows.length < ids.length) throw new Refusal('invalid', 'A category was deleted meanwhile: choose again')
  const rows = choices.map((each) => ({ project_id: projectId, category_id: each.categoryId, value_id: each.valueId }))
  await tx
    .insertInto('project_category')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeCategoryChoices(
  tx: Tx,
  permit: Permit<'administer', Project>,
  projectId: ProjectId,
): Promise<void> {
  assertSubject(permit, projectId)
  await tx.deleteFrom('project_category').where('project_id', '=', projectId).execute()
}
