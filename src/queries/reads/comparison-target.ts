import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Caller } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import { findFieldByName } from '../../trackers/model/find-field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import type { Query, Searchable } from '../language/ast.ts'
import { searchablesIn } from '../model/searchables.ts'
import { type ComparisonTarget, findMetadataTarget } from './metadata.ts'
import type { QueryContext } from './search-context.ts'

/** docs/api/queries.md §2.7: all that is unknown is named at once; what one may not read is unknown. */
export function resolveTargets(
  query: Query,
  tracker: Tracker,
  { caller }: QueryContext,
): (searchable: Searchable) => ComparisonTarget {
  const rights = fieldRights(caller, tracker)
  const targets = new Map<string, ComparisonTarget>()
  const unknown = new Set<string>()
  for (const searchable of searchablesIn(query)) {
    const target = findTarget(searchable, tracker, { caller, canRead: rights.canRead })
    if (target === undefined) unknown.add(`'${displayName(searchable)}'`)
    else targets.set(displayName(searchable), target)
  }
  if (unknown.size > 0) throw new Refusal('invalid', unknownNamesMessage([...unknown]))
  // Each was resolved above.
  return (searchable) => targets.get(displayName(searchable)) as ComparisonTarget
}

/** Returns the name for messages. */
export const displayName = ({ kind, name }: Searchable): string => (kind === 'metadata' ? `@${name}` : name)

/** Finds the target of a comparison in one tracker; undefined when the caller can read none of that name. */
export function findTarget(
  { kind, name }: Searchable,
  tracker: Tracker,
  { caller, canRead }: { readonly caller: Caller; readonly canRead: (field: Field) => boolean },
): ComparisonTarget | undefined {
  if (kind === 'metadata') return findMetadataTarget(name, tracker, caller, canRead)
  const field = findFieldByName(tracker, name)
  if (field === undefined || !field.isUsed || !canRead(field)) return undefined
  if (fieldType(field.type).kind !== 'field') return undefined
  return { field, search: fieldType(field.type).search }
}

export const unknownNamesMessage = (names: readonly string[]): string =>
  `We cannot search on ${names.join(', ')}, we don't know what ${names.length === 1 ? 'it refers' : 'they refer'} to. Please refer to the documentation for the allowed comparisons.`
