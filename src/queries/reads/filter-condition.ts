import type { Condition } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { fieldNamed } from '../../trackers/model/field-named.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import { entriesOf, type FilterEntry } from '../model/filter.ts'
import { type Asking, noSearchNeeds, searchedOf } from './searched.ts'

/**
 * What a filter asks of the artifacts of a tracker (docs/api/queries.md §1.4). What it cannot ask is refused by name: a
 * criterion that is passed over would find too much (decision 21).
 */
export async function filterCondition(
  world: Pick<World, 'db'>,
  asking: Asking,
  tracker: Tracker,
  filter: Readonly<Record<string, unknown>>,
): Promise<Condition> {
  const asked = resolve(entriesOf(filter), tracker, asking)
  const needs = noSearchNeeds()
  for (const { entry, field } of asked) fieldType(field.type).search?.collectNeeds?.(entry, field, needs)
  const fields = asked.map(({ field }) => field)
  const { searched, problems } = await searchedOf(world, asking, needs, tracker.projectId, fields)
  const conditions = asked.map(({ entry, field }) => {
    const { filter: understand } = fieldType(field.type).search ?? {}
    return understand === undefined
      ? searched.reportProblem(`Artifacts cannot be filtered by the field "${field.name}"`)
      : understand(entry, field, searched)
  })
  const [problem] = problems
  if (problem !== undefined) throw new Refusal('invalid', problem)
  return { kind: 'all', of: conditions.filter((each) => each !== undefined) }
}

interface Asked {
  readonly entry: FilterEntry
  readonly field: Field
}

/** Fields by id or name, of those the caller reads: there are no others (docs/api/queries.md §1.4). */
function resolve(entries: readonly FilterEntry[], tracker: Tracker, { caller }: Asking): Asked[] {
  const rights = fieldRights(caller, tracker)
  const fieldOf = (key: string): Field | undefined => {
    // Ids of fields are written as digits.
    const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(Number(key) as FieldId) : undefined
    const field = byId ?? fieldNamed(tracker, key)
    return field?.isUsed && rights.reads(field) ? field : undefined
  }
  const found = entries.map((entry) => ({ entry, field: fieldOf(entry.key) }))
  const missing = found.flatMap(({ entry, field }) => (field === undefined ? [entry.key] : []))
  if (missing.length > 0) throw new Refusal('invalid', `Following fields do not exist: ${missing.join(', ')}`)
  return found.filter((each): each is Asked => each.field !== undefined)
}
