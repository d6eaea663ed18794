import type { Tx } from '../../kit/db/db.ts'
import { allocateIds } from '../../kit/db/sql.ts'
import type { FieldId } from '../../kit/ids.ts'

const rowsAtOnce = 1000

/** What was typed into open lists of new trackers, numbered in the order given. */
export async function addOpenValues(
  tx: Tx,
  values: readonly { readonly fieldId: FieldId; readonly label: string; readonly labelKey: string }[],
): Promise<number[]> {
  const ids = await allocateIds(tx, 'open_value', values.length)
  const rows = values.map(({ fieldId, label, labelKey }, index) => ({
    // allocateIds gives as many ids as it was asked for.
    id: ids[index] as number,
    field_id: fieldId,
    label,
    label_key: labelKey,
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insertInto('open_value')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
  }
  return ids
}
