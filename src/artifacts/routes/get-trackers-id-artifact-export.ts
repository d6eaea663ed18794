import { Readable } from 'node:stream'
import type { Field } from '../../fields/model/field.ts'
import { holdsId } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { idColumn } from '../model/table-columns.ts'
import { resolveCondition, resolveOrder } from '../reads/resolve-query.ts'
import { exportedIdsParameter, restrictToExportedIds } from '../requests/list-parameters.ts'
import { type ExportForm, exportArtifacts, exportWorkbook } from '../responses/export-artifacts.ts'

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Tulipwood extension (decision 23). */
export const getTrackersIdArtifactExport = defineRoute({
  method: 'GET',
  url: '/trackers/:id/artifact_export',
  access: 'optional',
  scope: 'read:tracker',
  isLinked: true,
  isExtension: true,
  mediaTypes: Object.values(mediaTypes),
  summary: 'Get all artifacts of a tracker that match a query, streamed as CSV, lines of JSON or an XLSX workbook.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson'), Type.Literal('xlsx')], {
      description: 'Format of the export.',
      default: 'csv',
    }),
    query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
    expert_query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'Direction of the sort by id.',
      default: 'asc',
    }),
    ids: exportedIdsParameter,
    fields: Type.String({ default: '', description: 'Short names, or #id, with commas between them; else all.' }),
    bom: Type.Boolean({ default: false, description: 'CSV begins with a byte order mark.' }),
    defuse: Type.Boolean({
      default: false,
      description: 'CSV: prefixes texts that a spreadsheet would interpret as a formula (= + - @) with an apostrophe.',
    }),
  }),
  answers: { 200: null },
  async answer({ params, query: parameters, method, ...viewer }, world) {
    const { format, query, expert_query: expertQuery, order, fields: names, bom, defuse } = parameters
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const queryContext = { ...viewer, now: world.clock.now() }
    const queryInput = { query, expertQuery, body: {} }
    const where = restrictToExportedIds(
      await resolveCondition(world, queryContext, tracker, queryInput),
      parameters.ids,
    )
    // Only an order by id is stable under concurrent writes.
    if ((await resolveOrder(world, queryContext, tracker, queryInput)).length > 0)
      throw new Refusal('invalid', 'An export is ordered by id. Remove ORDER BY from the query.')
    const readable = filterReadableFields(viewer.caller, tracker).filter(
      ({ type }) => getFieldType(type).kind === 'field',
    )
    const chosen = names === '' ? null : parseFieldNames(names, tracker, readable)
    const headers = {
      'Content-Type': format === 'xlsx' ? mediaTypes.xlsx : `${mediaTypes[format]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${tracker.itemName.replaceAll(/\W/g, '_')}.${format}"`,
    }
    // A HEAD request reads no artifacts.
    if (method === 'HEAD') return { headers, stream: Readable.from([]) }
    const selection = { trackerId: tracker.id, where, order }
    const columns = columnsOf(chosen ?? readable)
    if (format === 'xlsx') {
      const stream = exportWorkbook(world, viewer, { ...selection, title: tracker.itemName, fields: columns })
      return { headers, stream }
    }
    const form: ExportForm =
      format === 'ndjson'
        ? { kind: 'ndjson', fields: chosen }
        : { kind: 'csv', fields: columns, hasMark: bom, isDefused: defuse }
    const texts = exportArtifacts(world, viewer, { ...selection, form })
    return { headers, stream: Readable.from(texts, { objectMode: false, highWaterMark: 64 * 1024 }) }
  },
})

/** Returns fields that have a CSV form; the id column exists already. */
const columnsOf = (fields: readonly Field[]): Field[] =>
  fields.filter((each) => getFieldType(each.type).csv !== undefined && !(holdsId(each) && each.name === idColumn))

/** Parses field names; fields that the caller may not read do not exist (docs/api/queries.md §1.4). */
function parseFieldNames(names: string, tracker: Tracker, readable: readonly Field[]): Field[] {
  const requested = [...new Set(names.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const fieldOf = (name: string): Field | undefined => {
    const field = /^#\d{1,15}$/.test(name)
      ? tracker.fieldById.get(Number(name.slice(1)) as FieldId)
      : tracker.fieldByName.get(name)
    return field !== undefined && readable.includes(field) ? field : undefined
  }
  const requestedFields = requested
    .map((name) => ({ name, field: fieldOf(name) }))
    .filter(({ name, field }) => field !== undefined || name !== idColumn)
  const missing = requestedFields.filter(({ field }) => field === undefined).map(({ name }) => name)
  if (missing.length > 0) throw new Refusal('invalid', message`Following fields do not exist: ${missing.join(', ')}`)
  return requestedFields.flatMap(({ field }) => field ?? [])
}
