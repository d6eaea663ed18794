import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import { useResource } from '../../data/queries.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'

/** Opens a saved report in its tracker. */
export function ReportPage({ params }: PageProps): ReactNode {
  const id = params['id'] ?? ''
  const report = useResource<ReportDefinitionRepresentation>(`/tracker_reports/${id}/definition`)
  return (
    <QueryResult from={report}>
      {({ tracker_id }) => <Redirect to={`/trackers/${tracker_id}?report=${id}`} replace />}
    </QueryResult>
  )
}
