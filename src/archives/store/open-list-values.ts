import type { ArchivePermit } from '../../artifacts/model/artifact-permit.ts'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { FieldId } from '../../kit/values/ids.ts'

const rowsPerStatement = 1000

/** Inserts custom values of open lists of new trackers, with ids in the given order. */
export async function addOpenValues(
  tx: Tx,
  _permit: ArchivePermit,
  values: readonly { readonly fieldId: FieldId; readonly label: string; readonly labelKey: string }[],
): Promise<number[]> {
  const ids = await allocateIds(tx, 'open_value', values.length)
  const rows = values.map(({ fieldId, label, labelKey }, index) => ({
    // allocateIds returns one id per row.
    id: ids[index] as number,
    field_id: fieldId,
    label,
    label_key: labelKey,
  }))
  for (const batch of splitIntoBatches(rows, rowsPerStatement)) {
    await tx.insertInto('open_value').values(batch).execute()
  }
  return ids
}
