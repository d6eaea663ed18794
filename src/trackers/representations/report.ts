import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Report } from '../model/report.ts'
import { ReportDefinitionRepresentation } from './report-definition.ts'

const closed = { additionalProperties: false }

export const ReportRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    is_public: Type.Boolean(),
    is_default: Type.Boolean(),
    resources: Type.Array(Type.Object({ type: Type.String(), uri: Type.String() }, { ...closed, title: 'Resource' })),
  },
  { ...closed, title: 'Report' },
)
export type ReportRepresentation = Static<typeof ReportRepresentation>

/** With the definition if the request includes it. */
export const ListedReportRepresentation = Type.Object(
  { ...ReportRepresentation.properties, definition: Type.Optional(ReportDefinitionRepresentation) },
  { ...closed, title: 'ListedReport' },
)
export type ListedReportRepresentation = Static<typeof ListedReportRepresentation>

/** docs/api/trackers.md §4.1. */
export const representReport = (report: Report): ReportRepresentation => ({
  id: report.id,
  uri: `tracker_reports/${report.id}`,
  label: report.name,
  is_public: report.userId === null,
  is_default: report.isDefault,
  resources: [{ type: 'artifacts', uri: `tracker_reports/${report.id}/artifacts` }],
})
