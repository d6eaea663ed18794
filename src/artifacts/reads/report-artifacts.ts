import type { Condition } from '../../fields/condition.ts'
import { matchNone } from '../../fields/condition.ts'
import type { FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { reportCondition } from '../../queries/reads/report-condition.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Renderer, Report } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { askedCondition } from './asked-condition.ts'
import { asAskedBy } from './sight.ts'

/** What a report finds (docs/api/trackers.md §4.3); a query that means nothing any more finds nothing. */
export async function conditionOfReport(
  world: Pick<World, 'db' | 'cache'>,
  asking: QueryContext,
  tracker: Tracker,
  report: Report,
): Promise<Condition> {
  if (!report.isInExpertMode)
    return asAskedBy(world, asking.caller, await reportCondition(world, asking, tracker, report))
  const sent = { query: '', expertQuery: report.expertQuery, body: {} }
  try {
    return (await askedCondition(world, asking, tracker, sent)) ?? { kind: 'all', of: [] }
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return matchNone
    throw error
  }
}

/** The columns of the table of a report that was asked for (docs/api/trackers.md §4.3). */
export function columnsOf(renderers: readonly Renderer[], wanted: number | null): ReadonlySet<FieldId> {
  const tables = renderers.filter(({ table }) => table !== undefined)
  const [only] = tables
  if (only === undefined) throw new Refusal('invalid', 'The report does not have a table renderer')
  const chosen = tables.find(({ id }) => id === wanted)
  if (tables.length > 1 && chosen === undefined)
    throw new Refusal('invalid', 'The report has more than one table renderer')
  if (wanted !== null && chosen === undefined)
    throw new Refusal('invalid', 'The requested table report renderer has not been found in the report')
  return new Set((chosen ?? only).table?.columns.map(({ field }) => field))
}
