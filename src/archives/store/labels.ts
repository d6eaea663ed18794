import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'

/** Inserts the labels of a new project. */
export async function addLabels(
  tx: Tx,
  { subject: project }: Permit<'complete', { readonly id: ProjectId }>,
  labels: TulipwoodDocument['labels'],
): Promise<void> {
  if (labels.length === 0) return
  const ids = await allocateIds(tx, 'label', labels.length)
  const rows = labels.map(({ name, color, isOutline }, index) => ({
    // allocateIds returns one id per row.
    id: ids[index] as number,
    project_id: project.id,
    name,
    color,
    is_outline: isOutline ? (1 as const) : (0 as const),
  }))
  await tx.insertInto('label').values(rows).execute()
}
