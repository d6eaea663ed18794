import { type Condition, not } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import { dateSearch } from '../../fields/search/dates.ts'
import { functionName, operatorName } from '../../fields/search/error-messages.ts'
import type { Comparison, FieldSearch, SearchContext } from '../../fields/search/field-search.ts'
import { holdsOneOf } from '../../fields/search/lists.ts'
import { userSearch } from '../../fields/search/users.ts'
import { toSearchableText } from '../../fields/searchable-text.ts'
import type { Caller } from '../../kit/caller.ts'
import { groupsOf } from '../../platform/model/groups.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { administratesTracker } from '../../trackers/policy.ts'

/** What a query may compare: a field, or something that stands for one. */
export interface Compared {
  /** As it is called in messages. */
  readonly field: Field
  readonly searching: FieldSearch | undefined
}

/**
 * What `@name` stands for within a tracker (docs/api/queries.md §2.3, and the words of queries across trackers, which
 * mean the same here); undefined: nothing, or a field the caller does not read.
 */
export function metadata(
  name: string,
  tracker: Tracker,
  caller: Caller,
  reads: (field: Field) => boolean,
): Compared | undefined {
  const known = Object.hasOwn(words, name) ? words[name] : undefined
  const meant = known?.(tracker, caller)
  if (meant === undefined || (meant.field !== undefined && !(meant.field.isUsed && reads(meant.field))))
    return undefined
  // Messages call it what it was called; fields without id are nobody's.
  const field = { ...(meant.field ?? (nobodysField as Field)), name: `@${name}` }
  return { field, searching: meant.searching ?? fieldType(field.type).search }
}

interface Meant {
  readonly field?: Field
  readonly searching?: FieldSearch
}

const nobodysField: Partial<Field> = { type: 'aid', bind: null, properties: {} }

const words: Readonly<Record<string, (tracker: Tracker, caller: Caller) => Meant | undefined>> = {
  comments: (tracker, caller) => ({ searching: byComment(readersFor(caller, tracker)) }),
  title: (tracker) => semantic(tracker, tracker.semantics.title?.field),
  description: (tracker) => semantic(tracker, tracker.semantics.description?.field),
  assigned_to: (tracker) => semantic(tracker, tracker.semantics.contributor?.field),
  status(tracker) {
    const { status } = tracker.semantics
    const meant = semantic(tracker, status?.field)
    return meant && status && { ...meant, searching: byStatus(meant.field, status.openValues) }
  },
  submitted_by: () => ({ searching: userSearch('submitted_by') }),
  last_update_by: () => ({ searching: userSearch('updated_by') }),
  submitted_on: () => ({ searching: bySystemDate('submitted_on') }),
  last_update_date: () => ({ searching: bySystemDate('updated_on') }),
}

function semantic(tracker: Tracker, id: Field['id'] | undefined): { readonly field: Field } | undefined {
  const field = id === undefined ? undefined : tracker.fieldById.get(id)
  return field && { field }
}

const bySystemDate = (of: 'submitted_on' | 'updated_on'): FieldSearch =>
  dateSearch({
    hasTime: () => true,
    within: (range) => ({ kind: 'system', of, range }),
    isAlwaysSet: true,
    order: () => ({ kind: 'system', of }),
  })

/** As the list it is, and `OPEN()` besides. */
function byStatus(field: Field, openValues: readonly number[]): FieldSearch | undefined {
  const { search: searching } = fieldType(field.type)
  return (
    searching && {
      ...searching,
      compare(comparison, named, context) {
        const { operator, operands } = comparison
        if (operands[0]?.kind !== 'open' || (operator !== '=' && operator !== '!='))
          return searching.compare?.(comparison, named, context)
        const isOpen = holdsOneOf(field, openValues)
        return operator === '=' ? isOpen : not(isOpen)
      },
    }
  )
}

/** Groups whose private comments the caller reads; null: everybody's (docs/api/artifacts.md §3.2). */
const readersFor = (caller: Caller, tracker: Tracker) =>
  administratesTracker(caller, tracker) ? null : [...groupsOf(caller, tracker.projectId)]

/** docs/api/queries.md §2.3; a comment one may not read is no comment, whatever is asked. */
const byComment = (readers: (Condition & { readonly kind: 'comment' })['readers']): FieldSearch => ({
  compare({ operator, operands }: Comparison, _field, { reportProblem }: SearchContext) {
    const [operand] = operands
    if (operator !== '=' && operator !== '!=')
      return reportProblem(`'@comments' is not supported for the operator ${operatorName(operator)}.`)
    if (operand === undefined || !('text' in operand))
      return reportProblem(`The @comments metadata cannot be compared to ${operand && functionName(operand)}.`)
    const text = toSearchableText({ format: 'text', content: operand.text })
    const isSaid: Condition = { kind: 'comment', text, readers }
    return (operator === '=') === (text !== '') ? isSaid : not(isSaid)
  },
})
