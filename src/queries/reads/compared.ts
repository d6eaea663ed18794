import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Caller } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import { fieldNamed } from '../../trackers/model/field-named.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import type { Query, Searchable } from '../language/ast.ts'
import { searchablesIn } from '../model/searchables.ts'
import { type Compared, metadata } from './metadata.ts'
import type { Asking } from './searched.ts'

/** docs/api/queries.md §2.7: all that is unknown is named at once; what one may not read is unknown. */
export function comparedIn(query: Query, tracker: Tracker, { caller }: Asking): (searchable: Searchable) => Compared {
  const rights = fieldRights(caller, tracker)
  const found = new Map<string, Compared>()
  const unknown = new Set<string>()
  for (const searchable of searchablesIn(query)) {
    const compared = comparedWith(searchable, tracker, { caller, reads: rights.reads })
    if (compared === undefined) unknown.add(`'${shownName(searchable)}'`)
    else found.set(shownName(searchable), compared)
  }
  if (unknown.size > 0) throw new Refusal('invalid', unknownNames([...unknown]))
  // Each was found above.
  return (searchable) => found.get(shownName(searchable)) as Compared
}

/** As it is called in messages. */
export const shownName = ({ kind, name }: Searchable): string => (kind === 'metadata' ? `@${name}` : name)

/** What is compared in one tracker; undefined: nothing of that name that the caller reads. */
export function comparedWith(
  { kind, name }: Searchable,
  tracker: Tracker,
  { caller, reads }: { readonly caller: Caller; readonly reads: (field: Field) => boolean },
): Compared | undefined {
  if (kind === 'metadata') return metadata(name, tracker, caller, reads)
  const field = fieldNamed(tracker, name)
  if (field === undefined || !field.isUsed || !reads(field)) return undefined
  if (fieldType(field.type).kind !== 'field') return undefined
  return { field, searching: fieldType(field.type).search }
}

export const unknownNames = (names: readonly string[]): string =>
  `We cannot search on ${names.join(', ')}, we don't know what ${names.length === 1 ? 'it refers' : 'they refer'} to. Please refer to the documentation for the allowed comparisons.`
