import { Readable } from 'node:stream'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import { route } from '../../kit/http/route.ts'
import type { FieldId, TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { readableFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { type ExportForm, exportArtifacts } from '../export-artifacts.ts'
import { idColumn } from '../model/table-columns.ts'
import { resolveCondition, resolveOrder } from '../reads/resolve-query.ts'

const kinds = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** Our extension (decision 23). */
export const getTrackersIdArtifactExport = route({
  method: 'GET',
  url: '/trackers/:id/artifact_export',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  gives: Object.values(kinds),
  summary: 'Get all artifacts of a tracker that match a query, streamed as CSV or lines of JSON.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
      description: 'Format of the export.',
      default: 'csv',
    }),
    query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
    expert_query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'Direction of the sort by id.',
      default: 'asc',
    }),
    fields: Type.String({ default: '', description: 'Short names, or #id, with commas between them; else all.' }),
    bom: Type.Boolean({ default: false, description: 'CSV begins with a byte order mark.' }),
    defuse: Type.Boolean({
      default: false,
      description: 'CSV: an apostrophe stands before texts that a spreadsheet would take for a formula (= + - @).',
    }),
  }),
  answers: { 200: null },
  async answer({ params, query: asked, method, ...viewer }, world) {
    const { format, query, expert_query: expertQuery, order, fields: names, bom, defuse } = asked
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const asking = { ...viewer, now: world.clock.now() }
    const queryInput = { query, expertQuery, body: {} }
    const where = await resolveCondition(world, asking, tracker, queryInput)
    // A walk by id alone loses nothing while others write.
    if ((await resolveOrder(world, asking, tracker, queryInput)).length > 0)
      throw new Refusal('invalid', 'An export is ordered by id: leave ORDER BY out')
    const readable = readableFields(viewer.caller, tracker).filter(({ type }) => fieldType(type).kind === 'field')
    const chosen = names === '' ? null : parseFieldNames(names, tracker, readable)
    const form: ExportForm =
      format === 'ndjson'
        ? { kind: 'ndjson', fields: chosen }
        : { kind: 'csv', fields: columnsOf(chosen ?? readable), hasMark: bom, isDefused: defuse }
    const headers = {
      'Content-Type': `${kinds[format]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${tracker.itemName.replaceAll(/\W/g, '_')}.${format}"`,
    }
    // Whoever asks for the headers alone gets nothing walked through.
    if (method === 'HEAD') return { headers, stream: Readable.from([]) }
    const texts = exportArtifacts(world, viewer, { trackerId: tracker.id, where, order, form })
    return { headers, stream: Readable.from(texts, { objectMode: false, highWaterMark: 64 * 1024 }) }
  },
})

/** Those that tables have words for; the number of the artifact is there already. */
const columnsOf = (fields: readonly Field[]): Field[] =>
  fields.filter(({ type, name }) => fieldType(type).csv !== undefined && !(type === 'aid' && name === idColumn))

/** What one does not read does not exist (docs/api/queries.md §1.4). */
function parseFieldNames(names: string, tracker: Tracker, readable: readonly Field[]): Field[] {
  const requested = [...new Set(names.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const fieldOf = (name: string): Field | undefined => {
    const field = /^#\d{1,15}$/.test(name)
      ? tracker.fieldById.get(Number(name.slice(1)) as FieldId)
      : tracker.fieldByName.get(name)
    return field !== undefined && readable.includes(field) ? field : undefined
  }
  const found = requested
    .map((name) => ({ name, field: fieldOf(name) }))
    .filter(({ name, field }) => field !== undefined || name !== idColumn)
  const missing = found.filter(({ field }) => field === undefined).map(({ name }) => name)
  if (missing.length > 0) throw new Refusal('invalid', `Following fields do not exist: ${missing.join(', ')}`)
  return found.flatMap(({ field }) => field ?? [])
}
