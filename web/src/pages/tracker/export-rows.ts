import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { buildApiUrl } from '../../data/api-url.ts'
import { downloadFile, readCsv, saveFile } from '../../data/download-file.ts'

type Columns = readonly { readonly name: string }[]

interface ExportedRows {
  readonly format: 'csv' | 'xlsx'
  /** The condition of the rows; empty: all. */
  readonly query?: string
  /** Only these artifacts. */
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
  return buildApiUrl(`/trackers/${tracker.id}/artifact_export`, {
    format,
    defuse: true,
    expert_query: query || undefined,
    ids: ids?.join(','),
    fields: fields.length > 0 ? fields.join(',') : undefined,
  })
}

/** As many as one request exports. */
const maxIds = 200

/** Saves some artifacts as CSV, however many there are. */
export async function saveArtifacts(
  tracker: TrackerRepresentation,
  columns: Columns,
  ids: readonly number[],
): Promise<void> {
  const sorted = ids.toSorted((a, b) => a - b)
  const parts: string[] = []
  for (let first = 0; first < sorted.length; first += maxIds) {
    const text = await readCsv(
      buildExportUrl(tracker, columns, { format: 'csv', ids: sorted.slice(first, first + maxIds) }),
    )
    // Each part begins with the same line of names.
    parts.push(first === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  saveFile(new Blob(parts, { type: 'text/csv' }), `${tracker.item_name}.csv`)
}
