import type { Tx } from '../../database/db/db.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { mapRenderer, rendererEntries } from '../renderers/registry.ts'
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
  const withoutField = { field: (id: FieldId) => (id === field ? undefined : id), replaceKeys: (xml: string) => xml }
  const changedRenderers = renderers.flatMap((renderer): Renderer[] => {
    const content = mapRenderer(renderer, withoutField)
    const isChanged = rendererEntries.some(([name]) => JSON.stringify(content[name]) !== JSON.stringify(renderer[name]))
    return isChanged ? [{ ...renderer, ...content }] : []
  })
  await saveReports(tx, permit, changedReports, changedRenderers)
}
