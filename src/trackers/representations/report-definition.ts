import type { Static, TUnsafe } from 'typebox'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { type CriterionValue, criterionEntries, describeCriterion } from '../criteria/registry.ts'
import type { Renderer, Report } from '../model/report.ts'
import { apiRenderers, type RendererLists } from '../renderers/registry.ts'

const closed = { additionalProperties: false }
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const rendererLists = Object.fromEntries(
  apiRenderers.map(({ api }) => [
    api.name,
    Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), ...api.properties }, closed)),
  ]),
) as unknown as { [Name in keyof RendererLists]: TUnsafe<RendererLists[Name]> }

export const ReportDefinitionRepresentation = Type.Object(
  {
    id: Type.Integer(),
    tracker_id: Type.Integer(),
    label: Type.String(),
    description: Type.String(),
    is_public: Type.Boolean(),
    is_default: Type.Boolean(),
    expert_query: orNull(Type.String()),
    query: Type.Record(
      Type.String(),
      Type.Object(
        {
          operator: Type.Literal('contains'),
          value: Type.Unsafe<CriterionValue>(Type.Union(criterionEntries.map(([, { api }]) => api.schema))),
        },
        closed,
      ),
    ),
    ...rendererLists,
  },
  { ...closed, title: 'ReportDefinition' },
)
export type ReportDefinitionRepresentation = Static<typeof ReportDefinitionRepresentation>

/** Tulipwood extension: the whole report in the shape of its input; `isReadable`: fields that the caller can read. */
export function representReportDefinition(
  report: Report,
  renderers: readonly Renderer[],
  isReadable: (field: FieldId) => boolean,
): ReportDefinitionRepresentation {
  const criteria = report.criteria.filter(({ field }) => isReadable(field))
  return {
    id: report.id,
    tracker_id: report.trackerId,
    label: report.name,
    description: report.description,
    is_public: report.userId === null,
    is_default: report.isDefault,
    expert_query: report.isInExpertMode ? report.expertQuery : null,
    query: Object.fromEntries(
      criteria.flatMap((criterion) =>
        describeCriterion(criterion, ({ api }, content) => [
          criterion.field,
          { operator: 'contains' as const, value: api.represent(content) as CriterionValue },
        ]),
      ),
    ),
    ...representRenderers(renderers, isReadable),
  }
}

const representRenderers = (renderers: readonly Renderer[], isReadable: (field: FieldId) => boolean): RendererLists =>
  Object.fromEntries(
    apiRenderers.map(({ name, api }) => [
      api.name,
      renderers.flatMap((renderer) => {
        const content = renderer[name]
        if (content === undefined) return []
        // Each kind represents its own content.
        return [{ id: renderer.id, label: renderer.name, ...api.represent(content as never, isReadable) }]
      }),
    ]),
  ) as unknown as RendererLists
