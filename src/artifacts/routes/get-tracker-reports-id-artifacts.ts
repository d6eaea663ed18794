import { mapWithPauses } from '../../kit/event-loop.ts'
import { buildPageParameters } from '../../kit/http/page.ts'
import { defineRoute } from '../../kit/http/route.ts'
import type { FieldId, ReportId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { getReport } from '../../trackers/reads/get-report.ts'
import { loadRenderers } from '../../trackers/store/reports.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { resolveReportCondition, selectColumns } from '../reads/report-artifacts.ts'
import { loadInOrder, loadTrackerArtifacts } from '../reads/tracker-artifacts.ts'
import { ArtifactRepresentation, representArtifact, representValues } from '../representations/artifact.ts'
import { FlatArtifact, representFlat, representFlatWithSemicolons } from '../representations/flat-artifact.ts'
import { createRenderContexts, type RenderContext } from '../representations/render-context.ts'

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
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: { 200: Type.Union([Type.Array(ArtifactRepresentation), Type.Array(FlatArtifact)]) },
  async answer({ params, query: parameters, ...viewer }, world) {
    const { values, table_renderer_id, output_format, limit, offset } = parameters
    const { report, tracker } = await getReport(world, viewer.caller, params.id)
    if (values === '' && output_format !== 'nested')
      throw new Refusal('invalid', 'No values in the artifact representation, check the query parameters')
    const renderers =
      values === 'from_table_renderer' ? ((await loadRenderers(world.db.read, [report.id])).get(report.id) ?? []) : null
    const columns = renderers === null ? null : selectColumns(renderers, table_renderer_id ?? null)
    const where = await resolveReportCondition(world, { ...viewer, now: world.clock.now() }, tracker, report)
    const page = { limit, offset }
    const { versions, size } = await loadTrackerArtifacts(world, viewer.caller, tracker, {
      where,
      order: 'asc',
      page,
    })
    const artifacts = await loadInOrder(
      world,
      versions.map(({ id }) => id),
    )
    const extent = values === '' ? 'summary' : 'values'
    const form = output_format === 'nested' ? 'html' : 'plain'
    const related = await loadRelatedData(world, viewer.caller, artifacts, extent, { form })
    const shown = createRenderContexts(viewer, related)(artifacts)
    return {
      body: await representFound(shown, values !== '', columns, output_format),
      page: { ...page, size, max: maxLimit },
    }
  },
})

async function representFound(
  shown: readonly RenderContext[],
  withValues: boolean,
  columns: ReadonlySet<FieldId> | null,
  format: (typeof formats)[number],
) {
  const selected = columns === null ? shown : shown.map((each) => withColumns(each, columns))
  if (format === 'flat') return mapWithPauses(selected, representFlat)
  if (format === 'flat_with_semicolon_string_array') return representFlatWithSemicolons(selected)
  if (!withValues || columns === null)
    return mapWithPauses(shown, (each) => representArtifact(each, withValues ? 'collection' : 'none'))
  return mapWithPauses(shown.entries(), ([index, each]) => ({
    ...representArtifact(each, 'none'),
    // Both lists have the same length.
    values: representValues(selected[index] as RenderContext),
  }))
}

/** docs/api/trackers.md §4.3: columns except links. */
const withColumns = (shown: RenderContext, columns: ReadonlySet<FieldId>): RenderContext => ({
  ...shown,
  visibleTracker: {
    ...shown.visibleTracker,
    readable: shown.visibleTracker.readable.filter(({ id, type }) => columns.has(id) && type !== 'art_link'),
  },
})
