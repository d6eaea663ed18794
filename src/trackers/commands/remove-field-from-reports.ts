import type { Tx } from '../../database/db/db.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { loadAllReports, saveReports } from '../store/reports.ts'

/** Removes a deleted field from every report of its tracker. */
export async function removeFieldFromReports(
  tx: Tx,
  permit: Permit<'administer', Tracker>,
  field: FieldId,
): Promise<void> {
  const { reports, renderers } = await loadAllReports(tx, permit.subject.id)
  const isOther = (part: { readonly field: FieldId }): boolean => part.field !== field
  const changedReports = reports.flatMap((report): Report[] =>
    report.criteria.every(isOther) ? [] : [{ ...report, criteria: report.criteria.filter(isOther) }],
  )
  const changedRenderers = renderers.flatMap((renderer): Renderer[] => {
    const { table } = renderer
    if (table === undefined || [...table.columns, ...table.sort].every(isOther)) return []
    return [
      { ...renderer, table: { ...table, columns: table.columns.filter(isOther), sort: table.sort.filter(isOther) } },
    ]
  })
  await saveReports(tx, permit, changedReports, changedRenderers)
}
