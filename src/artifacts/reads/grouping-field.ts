import type { Field } from '../../fields/model/field.ts'
import type { SortCriterion } from '../../fields/model/sort-key.ts'
import { holdsChoice, holdsChoices, holdsOpenChoices } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'

/** Returns the field that artifacts are grouped by: a list that the caller can read, of one value or several. */
export function getGroupingField(caller: Caller, tracker: Tracker, id: number): Field {
  const field = getReadableField(caller, tracker, id)
  if (!holdsChoices(field) && !holdsOpenChoices(field))
    throw new Refusal(
      'invalid',
      message`Artifacts cannot be grouped by '${field.name}'. Expected a date, or a list, such as a select box, checkboxes or an open list.`,
    )
  return field
}

/** Returns the order of a list of artifacts that has them by the values of a field: each is in it once. */
export function getSortedList(field: Field): SortCriterion {
  const order = holdsChoice(field) ? getFieldType(field.type).search?.order?.(field) : undefined
  if (order === undefined)
    throw new Refusal(
      'invalid',
      message`A list cannot be ordered by the groups of '${field.name}', because an artifact can be in several of them.`,
    )
  return order
}

/** The same for groups over time, which an artifact is in one of: the list holds one value at most. */
export function getHistoryField(caller: Caller, tracker: Tracker, id: number): Field {
  const field = getReadableField(caller, tracker, id)
  if (!holdsChoice(field))
    throw new Refusal(
      'invalid',
      message`Artifacts cannot be grouped over time by '${field.name}'. Expected a list that holds one value at most, such as a select box or radio buttons.`,
    )
  return field
}

/** Returns a field by its id, which the parameter `by` contains. */
export function getReadableField(caller: Caller, tracker: Tracker, id: number): Field {
  const field = filterReadableFields(caller, tracker).find((each) => each.id === id)
  if (field === undefined)
    throw new Refusal('invalid', message`The field ${id} in \`by\` is not a field of this tracker that you can read.`)
  return field
}
