import type { Static } from 'typebox'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { type CriterionValue, criterionEntries, describeCriterion } from '../criteria/registry.ts'
import type { Renderer, Report } from '../model/report.ts'

const closed = { additionalProperties: false }
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

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
    tables: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          label: Type.String(),
          columns: Type.Array(Type.Integer()),
          sort: Type.Array(
            Type.Object(
              { field_id: Type.Integer(), direction: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
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
    tables: renderers.flatMap(({ id, name, table }) =>
      table === undefined
        ? []
        : [
            {
              id,
              label: name,
              columns: table.columns.flatMap(({ field }) => (isReadable(field) ? [field] : [])),
              sort: table.sort.flatMap(({ field, isDescending }) =>
                isReadable(field) ? [{ field_id: field, direction: isDescending ? 'desc' : 'asc' }] : [],
              ),
            },
          ],
    ),
  }
}
