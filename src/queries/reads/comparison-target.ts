import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { findFieldByName } from '../../trackers/model/find-field.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights } from '../../trackers/policy.ts'
import type { Query, Searchable } from '../language/ast.ts'
import { listSearchables } from '../model/searchables.ts'
import { type ComparisonTarget, findMetadataTarget } from './metadata.ts'
import type { QueryContext } from './search-context.ts'

/** docs/api/queries.md §2.7: all that is unknown is named at once; what one may not read is unknown. */
export function resolveTargets(
  query: Query,
  tracker: Tracker,
  { caller }: QueryContext,
): (searchable: Searchable) => ComparisonTarget {
  const rights = getFieldRights(caller, tracker)
  const targets = new Map<string, ComparisonTarget>()
  const unknown = new Set<string>()
  for (const searchable of listSearchables(query)) {
    const target = findTarget(searchable, tracker, { caller, canRead: rights.canRead })
    if (target === undefined) unknown.add(`'${formatSearchableName(searchable)}'`)
    else targets.set(formatSearchableName(searchable), target)
  }
  if (unknown.size > 0) throw new Refusal('invalid', formatUnknownNames([...unknown]))
  // Each was resolved above.
  return (searchable) => targets.get(formatSearchableName(searchable)) as ComparisonTarget
}

/** Returns the name for messages. */
export const formatSearchableName = ({ kind, name }: Searchable): string => (kind === 'metadata' ? `@${name}` : name)

/** Finds the target of a comparison in one tracker; undefined when the caller can read none of that name. */
export function findTarget(
  { kind, name }: Searchable,
  tracker: Tracker,
  { caller, canRead }: { readonly caller: Caller; readonly canRead: (field: Field) => boolean },
): ComparisonTarget | undefined {
  if (kind === 'metadata') return findMetadataTarget(name, tracker, caller, canRead)
  const field = findFieldByName(tracker, name)
  if (field === undefined || !field.isUsed || !canRead(field)) return undefined
  if (getFieldType(field.type).kind !== 'field') return undefined
  return { field, search: getFieldType(field.type).search }
}

export const formatUnknownNames = (names: readonly string[]): Message =>
  names.length === 1
    ? message`We cannot search on ${names.join(', ')}, we don't know what it refers to. Please refer to the documentation for the allowed comparisons.`
    : message`We cannot search on ${names.join(', ')}, we don't know what they refer to. Please refer to the documentation for the allowed comparisons.`
