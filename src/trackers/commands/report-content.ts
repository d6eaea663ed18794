import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import type { Renderer, Report, ReportDraft, TableDraft } from '../model/report.ts'

/** Returns the content of a report, without its owner. */
export const toReportContent = (draft: ReportDraft): Omit<Report, 'id' | 'trackerId' | 'userId'> => ({
  name: draft.name,
  description: draft.description,
  isDefault: draft.isDefault && draft.isPublic,
  isQueryDisplayed: true,
  isInExpertMode: draft.expertQuery !== null,
  expertQuery: draft.expertQuery ?? '',
  criteria: draft.criteria,
})

/** The tables of a draft as renderers, in their order, before those of other kinds that the report has. */
export async function buildTables(
  tx: Tx,
  reportId: ReportId,
  tables: readonly TableDraft[],
  existing: readonly Renderer[],
): Promise<Renderer[]> {
  const listedIds = tables.flatMap(({ id }) => (id === null ? [] : [id]))
  const existingTables = new Map(existing.flatMap((each) => (each.table === undefined ? [] : [[each.id, each]])))
  const unknown = listedIds.find((id) => !existingTables.has(id))
  if (unknown !== undefined || new Set(listedIds).size < listedIds.length)
    throw new Refusal(
      'invalid',
      unknown === undefined ? 'A table is listed more than once.' : message`Table ${unknown} not found in the report.`,
    )
  const newIds = await allocateIds(tx, 'renderer', tables.length - listedIds.length)
  const renderers = tables.map((table, index): Renderer => {
    const before = table.id === null ? undefined : existingTables.get(table.id)
    return {
      // One id was reserved for each new table.
      id: table.id ?? (newIds.shift() as number),
      reportId,
      kind: 'table',
      name: table.name,
      description: before?.description ?? '',
      rank: index,
      table: {
        chunkSize: before?.table?.chunkSize ?? 15,
        isMultisort: table.sort.length > 1,
        columns: columnsOf(table, before),
        sort: table.sort,
      },
    }
  })
  const others = existing.filter(({ table }) => table === undefined)
  return [...renderers, ...others.map((each, index) => ({ ...each, rank: renderers.length + index }))]
}

/** An existing column keeps its other settings, such as the type of its links. */
const columnsOf = ({ columns }: TableDraft, before: Renderer | undefined) =>
  columns.map((field) => before?.table?.columns.find((each) => each.field === field) ?? { field })
