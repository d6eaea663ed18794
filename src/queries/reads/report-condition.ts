import type { Condition } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Criterion as FieldCriterion } from '../../fields/search/field-search.ts'
import type { World } from '../../kit/world.ts'
import type { Criterion, Report } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import { emptySearchNeeds, loadSearchContext, type QueryContext } from './search-context.ts'

/**
 * What the criteria of a report ask (docs/api/trackers.md §4.3). One on a field that is gone or that the reader does
 * not read asks nothing of him, nor does one that means nothing any more: whoever reads a report cannot mend it.
 */
export async function reportCondition(
  world: Pick<World, 'db'>,
  queryContext: QueryContext,
  tracker: Tracker,
  { criteria }: Report,
): Promise<Condition> {
  const rights = fieldRights(queryContext.caller, tracker)
  const criteriaOfFields = criteria.flatMap((criterion) => {
    const field = tracker.fieldById.get(criterion.field)
    const said = toFieldCriterion(criterion)
    return field?.isUsed && rights.canRead(field) && said !== undefined ? [{ field, said }] : []
  })
  const needs = emptySearchNeeds()
  for (const { field, said } of criteriaOfFields) fieldType(field.type).search?.collectNeeds?.(said, field, needs)
  const fields: Field[] = criteriaOfFields.map(({ field }) => field)
  const { context } = await loadSearchContext(world, queryContext, needs, tracker.projectId, fields)
  const conditions = criteriaOfFields.map(({ field, said }) =>
    fieldType(field.type).search?.filter?.(said, field, context),
  )
  return { kind: 'all', of: conditions.filter((each) => each !== undefined) }
}

function toFieldCriterion({ text, values }: Criterion): FieldCriterion | undefined {
  if (text !== undefined) return { operator: 'contains', value: text }
  return values === undefined || values.length === 0 ? undefined : { operator: 'contains', value: values }
}
