import { listGroups } from '../../accounts/model/groups.ts'
import type { Comparison, FieldSearch, SearchContext } from '../../fields/field-type/field-search.ts'
import { type Condition, not } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { createDateSearch } from '../../fields/search/dates.ts'
import { formatFunctionName, formatOperatorName } from '../../fields/search/error-messages.ts'
import { buildHoldsOneOf } from '../../fields/search/lists.ts'
import { createUserSearch } from '../../fields/search/users.ts'
import { message } from '../../kit/messages/message.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { isTrackerAdministrator } from '../../trackers/policy.ts'

/** Target of a comparison: a field, or metadata. */
export interface ComparisonTarget {
  /** A field whose name is used in messages. */
  readonly field: Field
  readonly search: FieldSearch | undefined
}

/**
 * Finds the target of `@name` within a tracker (docs/api/queries.md §2.3, and the names of queries across trackers,
 * which mean the same here); undefined: unknown, or a field that the caller cannot read.
 */
export function findMetadataTarget(
  name: string,
  tracker: Tracker,
  caller: Caller,
  canRead: (field: Field) => boolean,
): ComparisonTarget | undefined {
  const define = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  const definition = define?.(tracker, caller)
  if (
    definition === undefined ||
    (definition.field !== undefined && !(definition.field.isUsed && canRead(definition.field)))
  )
    return undefined
  // Messages use the name of the query; the placeholder field has no id.
  const field = { ...(definition.field ?? (placeholderField as Field)), name: `@${name}` }
  return { field, search: definition.search ?? getFieldType(field.type).search }
}

interface MetadataDefinition {
  readonly field?: Field
  readonly search?: FieldSearch
}

const placeholderField: Partial<Field> = { type: 'aid', bind: null, properties: {} }

const definitions: Readonly<Record<string, (tracker: Tracker, caller: Caller) => MetadataDefinition | undefined>> = {
  comments: (tracker, caller) => ({ search: commentSearch(commentReaders(caller, tracker)) }),
  title: (tracker) => semanticField(tracker, tracker.semantics.title?.field),
  description: (tracker) => semanticField(tracker, tracker.semantics.description?.field),
  assigned_to: (tracker) => semanticField(tracker, tracker.semantics.contributor?.field),
  status(tracker) {
    const { status } = tracker.semantics
    const definition = semanticField(tracker, status?.field)
    return definition && status && { ...definition, search: statusSearch(definition.field, status.openValues) }
  },
  submitted_by: () => ({ search: createUserSearch('submitted_by') }),
  last_update_by: () => ({ search: createUserSearch('updated_by') }),
  submitted_on: () => ({ search: systemDateSearch('submitted_on') }),
  last_update_date: () => ({ search: systemDateSearch('updated_on') }),
}

function semanticField(tracker: Tracker, id: Field['id'] | undefined): { readonly field: Field } | undefined {
  const field = id === undefined ? undefined : tracker.fieldById.get(id)
  return field && { field }
}

const systemDateSearch = (of: 'submitted_on' | 'updated_on'): FieldSearch =>
  createDateSearch({
    hasTime: () => true,
    within: (range) => ({ kind: 'system', of, range }),
    isAlwaysSet: true,
    order: () => ({ kind: 'system', of }),
  })

/** Adds `OPEN()` to the search of the status list. */
function statusSearch(field: Field, openValues: readonly number[]): FieldSearch | undefined {
  const { search } = getFieldType(field.type)
  return (
    search && {
      ...search,
      compare(comparison, queryField, context) {
        const { operator, operands } = comparison
        if (operands[0]?.kind !== 'open' || (operator !== '=' && operator !== '!='))
          return search.compare?.(comparison, queryField, context)
        const isOpen = buildHoldsOneOf(field, openValues)
        return operator === '=' ? isOpen : not(isOpen)
      },
    }
  )
}

/** Returns the groups whose private comments the caller can read; null: all of them (docs/api/artifacts.md §3.2). */
const commentReaders = (caller: Caller, tracker: Tracker) =>
  isTrackerAdministrator(caller, tracker) ? null : [...listGroups(caller, tracker.projectId)]

/** docs/api/queries.md §2.3; comments that the caller cannot read are ignored. */
const commentSearch = (readers: (Condition & { readonly kind: 'comment' })['readers']): FieldSearch => ({
  compare({ operator, operands }: Comparison, _field, { reportProblem }: SearchContext) {
    const [operand] = operands
    if (operator !== '=' && operator !== '!=')
      return reportProblem(message`'@comments' is not supported for the operator ${formatOperatorName(operator)}.`)
    if (operand === undefined) return undefined
    if (!('text' in operand))
      return reportProblem(message`The @comments metadata cannot be compared to ${formatFunctionName(operand)}.`)
    const hasComment: Condition = { kind: 'comment', text: foldText(operand.text), readers }
    return (operator === '=') === (operand.text !== '') ? hasComment : not(hasComment)
  },
})
