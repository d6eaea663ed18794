import type { Condition } from '../../fields/model/condition.ts'
import { matchNone } from '../../fields/model/condition.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { buildReportCondition } from '../../queries/reads/build-report-condition.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Renderer, Report } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { resolveCondition } from './resolve-query.ts'
import { restrictToCaller } from './visibility.ts'

/** Returns the condition of a report (docs/api/trackers.md §4.3); a query that is no longer valid matches nothing. */
export async function resolveReportCondition(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  report: Report,
): Promise<Condition> {
  if (!report.isInExpertMode)
    return restrictToCaller(
      world,
      queryContext.caller,
      await buildReportCondition(world, queryContext, tracker, report),
    )
  const input = { query: '', expertQuery: report.expertQuery, body: {} }
  try {
    return (await resolveCondition(world, queryContext, tracker, input)) ?? { kind: 'all', of: [] }
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return matchNone
    throw error
  }
}

/** Returns the columns of the requested table of a report (docs/api/trackers.md §4.3). */
export function selectColumns(renderers: readonly Renderer[], tableId: number | null): ReadonlySet<FieldId> {
  const tables = renderers.filter(({ table }) => table !== undefined)
  const [only] = tables
  if (only === undefined) throw new Refusal('invalid', 'The report does not have a table renderer')
  const chosen = tables.find(({ id }) => id === tableId)
  if (tables.length > 1 && chosen === undefined)
    throw new Refusal('invalid', 'The report has more than one table renderer')
  if (tableId !== null && chosen === undefined)
    throw new Refusal('invalid', 'The requested table report renderer has not been found in the report')
  return new Set((chosen ?? only).table?.columns.map(({ field }) => field))
}
