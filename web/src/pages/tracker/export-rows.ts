import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { buildApiUrl } from '../../data/api-url.ts'
import { downloadFile } from '../../data/download-file.ts'

type Columns = readonly { readonly name: string }[]

interface ExportedRows {
  readonly format: 'csv' | 'xlsx'
  /** The condition of the rows; empty: all. */
  readonly query?: string
  /** Only these artifacts, as many as can be selected. */
  readonly ids?: readonly number[]
}

/** Saves rows and columns of the table as a file. */
export const downloadRows = (tracker: TrackerRepresentation, columns: Columns, rows: ExportedRows): Promise<void> =>
  downloadFile(buildExportUrl(tracker, columns, rows), `${tracker.item_name}.${rows.format}`)

/** URL of rows and columns of the table as a file. */
function buildExportUrl(
  tracker: TrackerRepresentation,
  columns: Columns,
  { format, query, ids }: ExportedRows,
): string {
  const fields = columns.flatMap(({ name }) =>
    tracker.fields.filter((field) => field.name === name).map(({ field_id }) => `#${field_id}`),
  )
  const url = buildApiUrl(`/trackers/${tracker.id}/artifact_export`, {
    format,
    defuse: true,
    expert_query: query || undefined,
    fields: fields.length > 0 ? fields.join(',') : undefined,
  })
  // Commas as they are: encoded, a thousand ids would be longer than a proxy accepts.
  return ids === undefined ? url : `${url}&ids=${ids.toSorted((a, b) => a - b).join(',')}`
}
