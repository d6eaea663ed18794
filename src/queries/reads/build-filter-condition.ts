import type { Condition } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { findFieldByName } from '../../trackers/model/find-field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights, readsUsedLinks } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import { type FilterEntry, parseEntries } from '../model/filter.ts'
import { createEmptySearchNeeds, loadSearchContext, type QueryContext } from './search-context.ts'

/**
 * Converts a filter of a tracker to a condition (docs/api/queries.md §1.4). Unsupported criteria are rejected by name:
 * ignoring one would return too many artifacts (decision 21).
 */
export async function buildFilterCondition(
  world: Pick<World, 'db'>,
  queryContext: QueryContext,
  tracker: Tracker,
  filter: Readonly<Record<string, unknown>>,
): Promise<Condition> {
  const entries = resolveFields(parseEntries(filter), tracker, queryContext)
  const needs = createEmptySearchNeeds()
  for (const { entry, field } of entries) getFieldType(field.type).search?.collectNeeds?.(entry, field, needs)
  const fields = entries.map(({ field }) => field)
  const { context, problems } = await loadSearchContext(world, queryContext, needs, tracker.projectId, fields)
  const showsLinks = readsUsedLinks(queryContext.caller, tracker)
  const conditions = entries.map(({ entry, field }) => {
    const { filter: filterBy } = getFieldType(field.type).search ?? {}
    return filterBy === undefined
      ? context.reportProblem(message`Filtering by the field "${field.name}" is not supported`)
      : filterBy(entry, field, { ...context, showsLinks })
  })
  const [problem] = problems
  if (problem !== undefined) throw new Refusal('invalid', problem)
  return { kind: 'all', of: conditions.filter((each) => each !== undefined) }
}

interface FieldEntry {
  readonly entry: FilterEntry
  readonly field: Field
}

/** Fields by id or name, of those the caller reads: there are no others (docs/api/queries.md §1.4). */
function resolveFields(entries: readonly FilterEntry[], tracker: Tracker, { caller }: QueryContext): FieldEntry[] {
  const rights = getFieldRights(caller, tracker)
  const fieldOf = (key: string): Field | undefined => {
    // Ids of fields are written as digits.
    const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(Number(key) as FieldId) : undefined
    const field = byId ?? findFieldByName(tracker, key)
    return field?.isUsed && rights.canRead(field) ? field : undefined
  }
  const resolved = entries.map((entry) => ({ entry, field: fieldOf(entry.key) }))
  const missing = resolved.flatMap(({ entry, field }) => (field === undefined ? [entry.key] : []))
  if (missing.length > 0) throw new Refusal('invalid', message`Following fields do not exist: ${missing.join(', ')}`)
  return resolved.filter((each): each is FieldEntry => each.field !== undefined)
}
