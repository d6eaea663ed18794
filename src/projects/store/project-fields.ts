import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { FieldValue, ProjectField, ProjectFieldKind } from '../model/project-field.ts'

const toField = (row: Selectable<Tables['project_field']>): ProjectField => ({
  id: row.id,
  name: row.name,
  description: row.description,
  // The column is written only by this file, from a ProjectFieldKind.
  kind: row.kind as ProjectFieldKind,
  isRequired: row.is_required === 1,
  rank: row.rank,
})

/** Returns every description field of the site, in display order. */
export async function loadAllProjectFields(db: Reader): Promise<ProjectField[]> {
  return (await db.selectFrom('project_field').selectAll().orderBy('rank').orderBy('id').execute()).map(toField)
}

/** Returns one page of the description fields, with the total. */
export async function loadProjectFieldPage(db: Reader, page: Page): Promise<{ fields: ProjectField[]; size: number }> {
  const query = db.selectFrom('project_field')
  const total = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const ordered = query.selectAll().orderBy('rank').orderBy('id')
  const rows = await ordered.limit(page.limit).offset(page.offset).execute()
  return { fields: rows.map(toField), size: Number(total.n) }
}

/** Adds a field; a duplicate name aborts the transaction. */
export async function addProjectField(
  tx: Tx,
  _permit: Permit<'arrange', 'projects'>,
  field: Omit<ProjectField, 'id'>,
): Promise<ProjectField> {
  const [id] = (await allocateIds(tx, 'project_field', 1)) as [number]
  const { name, description, kind, rank } = field
  const row = { id, name, description, kind, rank, is_required: field.isRequired ? (1 as const) : (0 as const) }
  await tx.insertInto('project_field').values(row).execute()
  return { ...field, id }
}

/** Changes the ranks of fields. */
export async function rankProjectFields(
  tx: Tx,
  _permit: Permit<'arrange', 'projects'>,
  fields: readonly Pick<ProjectField, 'id' | 'rank'>[],
): Promise<void> {
  for (const { id, rank } of fields) await tx.updateTable('project_field').set({ rank }).where('id', '=', id).execute()
}

/** Returns the field values of projects: per project, the value by field. */
export async function loadProjectFieldValues(
  db: Reader,
  projects: readonly ProjectId[],
): Promise<Map<ProjectId, Map<number, string>>> {
  const values = new Map<ProjectId, Map<number, string>>(projects.map((id) => [id, new Map()]))
  if (projects.length === 0) return values
  const query = db.selectFrom('project_field_value').selectAll().where(inList('project_id', projects))
  for (const row of await query.execute()) values.get(row.project_id)?.set(row.field_id, row.value)
  return values
}

/** Adds field values; the last value of a field counts. */
export async function addFieldValues(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  projectId: ProjectId,
  values: readonly FieldValue[],
): Promise<void> {
  const byField = new Map(values.map(({ fieldId, value }) => [fieldId, value]))
  const rows = [...byField].map(([field_id, value]) => ({ project_id: projectId, field_id, value }))
  if (rows.length > 0) await tx.insertInto('project_field_value').values(rows).execute()
}
