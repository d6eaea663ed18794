import type { Field } from '../../fields/model/field.ts'
import { getPlace, isContainer, isFieldset } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from './tracker.ts'

/** Requested position of an element: its container, and the sibling after it; null: the root, the end. */
export interface RequestedPosition {
  readonly parent: number | null
  readonly before: number | null
}

/** Resulting position: all elements of the container, in order. */
export interface ElementPosition {
  readonly parent: FieldId | null
  readonly order: readonly FieldId[]
}

/** docs/api/trackers.md §4.7, refusals of a move. */
export function positionMovedElement(field: Field, tracker: Tracker, requested: RequestedPosition): ElementPosition {
  if (!field.isUsed) throw notFound(field.id)
  if (getPlace(field) === 'block') throw new Refusal('invalid', 'Column fields cannot be moved.')
  const parent = getParent(tracker, requested.parent)
  if (isFieldset(field) && parent !== null) {
    throw new Refusal('invalid', 'Fieldsets cannot be moved in a parent element other than the tracker root.')
  }
  if (!isFieldset(field) && (parent === null || getPlace(parent) !== 'block')) {
    throw new Refusal('invalid', 'Fields can only be moved into columns.')
  }
  return insertIntoContainer(tracker, parent, field.id, requested.before)
}

/** A new element may be placed at the root and in every container, a field set only at the root. */
export function positionNewElement(
  type: Field['type'],
  id: FieldId,
  tracker: Tracker,
  requested: RequestedPosition,
): ElementPosition {
  const parent = getParent(tracker, requested.parent)
  if (parent !== null && !isContainer(parent.type)) {
    throw new Refusal('invalid', message`Field #${parent.id} is not a container.`)
  }
  if (parent !== null && isFieldset({ type })) {
    throw new Refusal('invalid', 'Fieldsets cannot be moved in a parent element other than the tracker root.')
  }
  return insertIntoContainer(tracker, parent, id, requested.before)
}

/** Behind everything at the root. */
export const positionLast = (tracker: Tracker, id: FieldId): ElementPosition =>
  insertIntoContainer(tracker, null, id, null)

function getParent(tracker: Tracker, id: number | null): Field | null {
  return id === null ? null : getUsedElement(tracker, id)
}

function getUsedElement(tracker: Tracker, id: number): Field {
  // Untrusted id; validated by the lookup.
  const element = tracker.fieldById.get(id as FieldId)
  if (element === undefined || !element.isUsed) throw notFound(id)
  return element
}

const notFound = (id: number): Refusal =>
  new Refusal('invalid', message`Field #${id} is not found or is unused in its tracker.`)

function insertIntoContainer(
  tracker: Tracker,
  parent: Field | null,
  id: FieldId,
  before: number | null,
): ElementPosition {
  const parentId = parent?.id ?? null
  const others = tracker.fields.filter((each) => each.parentId === parentId && each.id !== id).map((each) => each.id)
  if (before === null) return { parent: parentId, order: [...others, id] }
  const at = others.indexOf(getUsedElement(tracker, before).id)
  if (at === -1) throw new Refusal('invalid', message`Field #${before} is not a child of the target parent.`)
  return { parent: parentId, order: others.toSpliced(at, 0, id) }
}
