import { holdsLinks } from '../../fields/registry/capabilities.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId, ReportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseSort } from '../../queries/reads/parse-sort.ts'
import type { Report } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getReport } from '../../trackers/reads/get-report.ts'
import { loadRenderers } from '../../trackers/store/reports.ts'
import type { World } from '../../world/model/world.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { resolveReportCondition, selectColumns } from '../reads/report-artifacts.ts'
import { loadInOrder, loadTrackerArtifacts } from '../reads/tracker-artifacts.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { FlatArtifact, representFlat, representFlatWithSemicolons } from '../representations/flat-artifact.ts'
import { createRenderContexts, limitToFields } from '../representations/render-context.ts'
import { listParameters, parseIncludedListNames, requireValues, sortParameter } from '../requests/list-parameters.ts'
import { parseFields } from '../requests/parse-fields.ts'
import { renderArtifacts } from '../responses/artifact-cache.ts'
import { addListMembers } from '../responses/included-list-members.ts'

const maxLimit = 50
const formats = ['nested', 'flat', 'flat_with_semicolon_string_array'] as const

/** docs/api/trackers.md §4.3; unsaved changes belong to a web session of Tuleap and do not exist here. */
export const getTrackerReportsIdArtifacts = defineRoute({
  method: 'GET',
  url: '/tracker_reports/:id/artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the artifacts that a report finds, with all values, those of a table of the report, or none.',
  params: Type.Object({ id: Type.Unsafe<ReportId>(Type.Integer()) }),
  query: Type.Object({
    with_unsaved_changes: Type.Boolean({
      description: 'Accepted and ignored: reports have no unsaved changes.',
      default: false,
    }),
    values: Type.Union([Type.Literal(''), Type.Literal('all'), Type.Literal('from_table_renderer')], {
      description: '`all` returns the values of every field.',
      default: '',
    }),
    table_renderer_id: Type.Optional(
      Type.Integer({ description: 'Id of a table of the report; its columns are the values returned.' }),
    ),
    output_format: Type.Union(
      formats.map((format) => Type.Literal(format)),
      { description: 'Form of the artifacts.', default: 'nested' },
    ),
    sort: sortParameter,
    ...listParameters,
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: { 200: Type.Union([Type.Array(ArtifactRepresentation), Type.Array(FlatArtifact)]) },
  async answer({ params, query: parameters, ...viewer }, world) {
    const { values, table_renderer_id, output_format, limit, offset, fields, sort } = parameters
    const names = parseIncludedListNames(parameters.include)
    requireValues(fields, values === 'all')
    if (names.size > 0 && output_format !== 'nested')
      throw new Refusal('invalid', '`include` adds members only to `output_format=nested`.')
    const { report, tracker } = await getReport(world, viewer.caller, params.id)
    if (values === '' && output_format !== 'nested')
      throw new Refusal('invalid', 'No values in the artifact representation, check the query parameters')
    const fieldIds =
      values === 'from_table_renderer'
        ? excludeLinks(await loadColumns(world, report, table_renderer_id ?? null), tracker)
        : parseFields(fields, [filterReadableFields(viewer.caller, tracker)])
    const orderBy = parseSort(sort, tracker, viewer.caller)
    const where = await resolveReportCondition(world, { ...viewer, now: world.clock.now() }, tracker, report)
    const query = { where, order: 'asc', orderBy, page: { limit, offset } } as const
    const { versions, size } = await loadTrackerArtifacts(world, viewer.caller, tracker, query)
    const page = { limit, offset, size, max: maxLimit }
    if (output_format === 'nested') {
      const bodies = await renderArtifacts(world, viewer, versions, values === '' ? 'none' : 'collection', fieldIds)
      return { json: await addListMembers(world, viewer, versions, bodies, names), page }
    }
    const ids = versions.map(({ id }) => id)
    const artifacts = await loadInOrder(world, ids)
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'values', { form: 'plain' })
    const contexts = createRenderContexts(viewer, related)(artifacts)
    const selected = fieldIds === undefined ? contexts : contexts.map((each) => limitToFields(each, fieldIds))
    return {
      body: await (output_format === 'flat'
        ? mapWithPauses(selected, representFlat)
        : representFlatWithSemicolons(selected)),
      page,
    }
  },
})

const loadColumns = async (world: World, { id }: Report, table: number | null): Promise<ReadonlySet<FieldId>> =>
  selectColumns((await loadRenderers(world.db.read, [id])).get(id) ?? [], table)

/** docs/api/trackers.md §4.3: columns except links. */
const excludeLinks = (columns: ReadonlySet<FieldId>, { fieldById }: Tracker): ReadonlySet<FieldId> =>
  new Set(
    [...columns].filter((id) => {
      const field = fieldById.get(id)
      return field === undefined || !holdsLinks(field)
    }),
  )
