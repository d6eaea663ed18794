import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Report } from '../model/report.ts'

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

/** docs/api/trackers.md §4.1. */
export const representReport = (report: Report): ReportRepresentation => ({
  id: report.id,
  uri: `tracker_reports/${report.id}`,
  label: report.name,
  is_public: report.userId === null,
  is_default: report.isDefault,
  resources: [{ type: 'artifacts', uri: `tracker_reports/${report.id}/artifacts` }],
})
