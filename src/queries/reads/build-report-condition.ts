import type { Criterion as FieldCriterion } from '../../fields/field-type/field-search.ts'
import type { Condition } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { describeCriterion } from '../../trackers/criteria/registry.ts'
import type { Criterion, Report } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights, readsUsedLinks } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import { createEmptySearchNeeds, loadSearchContext, type QueryContext } from './search-context.ts'

/**
 * Converts the criteria of a report to a condition (docs/api/trackers.md §4.3). Criteria on deleted or unreadable
 * fields and on deleted values are ignored, because the reader of a report cannot fix them.
 */
export async function buildReportCondition(
  world: Pick<World, 'db'>,
  queryContext: QueryContext,
  tracker: Tracker,
  { criteria }: Report,
): Promise<Condition> {
  const rights = getFieldRights(queryContext.caller, tracker)
  const criteriaOfFields = criteria.flatMap((criterion) => {
    const field = tracker.fieldById.get(criterion.field)
    const fieldCriterion = toFieldCriterion(criterion)
    return field?.isUsed && rights.canRead(field) && fieldCriterion !== undefined ? [{ field, fieldCriterion }] : []
  })
  const needs = createEmptySearchNeeds()
  for (const { field, fieldCriterion } of criteriaOfFields)
    getFieldType(field.type).search?.collectNeeds?.(fieldCriterion, field, needs)
  const fields: Field[] = criteriaOfFields.map(({ field }) => field)
  const { context } = await loadSearchContext(world, queryContext, needs, tracker.projectId, fields)
  const showsLinks = readsUsedLinks(queryContext.caller, tracker)
  const conditions = criteriaOfFields.map(({ field, fieldCriterion }) =>
    getFieldType(field.type).search?.filter?.(fieldCriterion, field, { ...context, showsLinks }),
  )
  return { kind: 'all', of: conditions.filter((each) => each !== undefined) }
}

function toFieldCriterion(criterion: Criterion): FieldCriterion | undefined {
  const [value] = describeCriterion(criterion, (type, content) => type.toFilterValue(content))
  return value === undefined ? undefined : { operator: 'contains', value }
}
