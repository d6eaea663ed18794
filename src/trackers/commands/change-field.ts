import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { BindValueId, FieldId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type ElementPosition, positionLast, positionMovedElement } from '../model/element-position.ts'
import { collectReferencedValues, findRemovalProblem } from '../model/field-use.ts'
import type { Tracker } from '../model/tracker.ts'
import { addValues, changeBind, pendingId } from '../parse/bind-change.ts'
import { changeFieldSettings, changeTexts } from '../parse/field-change.ts'
import type { FieldChangeInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { loadProjectContext, type ProjectContext } from '../parse/project-context.ts'
import { saveField, savePosition } from '../store/fields.ts'
import { loadAllReports } from '../store/reports.ts'
import { loadTriggers } from '../store/triggers.ts'
import { findUsedValues } from '../store/value-uses.ts'
import { administerField } from './administer-field.ts'
import { auditTracker } from './audit-tracker.ts'

/**
 * docs/api/trackers.md §4.7, in its order, then the keys of the Tulipwood extension; all or nothing, where Tuleap stops
 * half-way.
 */
export async function changeField(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: FieldId,
  input: FieldChangeInput,
): Promise<void> {
  await administerField(world, caller, id, async (tx, permit, field) => {
    const tracker = permit.subject
    const problems = collectProblems()
    const context = await loadProjectContext(tx, tracker.projectId, [input], problems)
    let changed = await changeUse(tx, changeTexts(field, input, tracker, problems), input, tracker)
    if (input.new_values) changed = addValues(changed, input.new_values, problems)
    const position = newPositionOf(changed, field, input, tracker)
    changed = changeFieldSettings(changed, input, context)
    changed = await changeList(tx, changed, input, tracker, context)
    problems.throwIfAny()
    if (position === undefined && isDeepStrictEqual(changed, field)) return
    await saveField(tx, permit, await assignValueIds(tx, changed))
    if (position !== undefined) await savePosition(tx, permit, position)
    const detail = { field: id, fieldName: changed.name, changed: Object.keys(input) }
    await auditTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field changed', detail })
  })
}

async function changeUse(tx: Tx, field: Field, { use_it: isUsed }: FieldChangeInput, tracker: Tracker): Promise<Field> {
  if (isUsed === undefined || isUsed === null || isUsed === field.isUsed) return field
  if (isUsed) assertUniqueFieldType(field, tracker)
  else {
    const problem = findRemovalProblem(field, tracker, await loadTriggers(tx, tracker.projectId))
    if (problem !== undefined) throw new Refusal('invalid', problem)
  }
  return { ...field, isUsed }
}

/** docs/api/trackers.md §5.1: of some types a tracker has at most one in use. */
export function assertUniqueFieldType(field: Pick<Field, 'type'>, { fields }: Tracker): void {
  if (getFieldType(field.type).isUnique && fields.some(({ type, isUsed }) => isUsed && type === field.type)) {
    throw new Refusal('invalid', message`A tracker has at most one element of type ${field.type}.`)
  }
}

/** undefined: the position does not change. An element that is used again in an unused container would be invisible. */
function newPositionOf(
  changed: Field,
  before: Field,
  { move }: FieldChangeInput,
  tracker: Tracker,
): ElementPosition | undefined {
  if (move)
    return positionMovedElement(changed, tracker, {
      parent: move.parent_id ?? null,
      before: move.next_sibling_id ?? null,
    })
  const isReactivated = changed.isUsed && !before.isUsed
  const hasUnusedParent = changed.parentId !== null && tracker.fieldById.get(changed.parentId)?.isUsed !== true
  return isReactivated && hasUnusedParent ? positionLast(tracker, changed.id) : undefined
}

async function changeList(
  tx: Tx,
  field: Field,
  input: FieldChangeInput,
  tracker: Tracker,
  context: ProjectContext,
): Promise<Field> {
  const { bind } = field
  if (input.values === undefined && input.bindings?.list === undefined)
    return changeBind(field, input, () => true, context)
  if (bind === null || bind.kind === 'users') return changeBind(field, input, () => true, context)
  if (input.values && input.new_values) context.problems.add(message`Send \`values\` or \`new_values\`, not both.`)
  const keptIds = new Set((input.values ?? []).map((value) => Number(value.id)))
  const leftOut = bind.values.map(({ id }) => id).filter((id) => !keptIds.has(id))
  const [triggers, { reports }] = [await loadTriggers(tx, tracker.projectId), await loadAllReports(tx, tracker.id)]
  const referenced = collectReferencedValues(field, tracker, triggers, reports)
  const used = await findUsedValues(tx, field, leftOut)
  return changeBind(field, input, (id) => referenced.has(id) || used.has(id), context)
}

/** Reserves ids for new values. */
async function assignValueIds(tx: Tx, field: Field): Promise<Field> {
  const { bind } = field
  if (bind === null || bind.kind === 'users') return field
  const isNew = (value: { readonly id: BindValueId }): boolean => value.id === pendingId
  // One id was reserved for each.
  if (bind.kind === 'static') {
    const ids = (await allocateIds(tx, 'bind_value', bind.values.filter(isNew).length)).values()
    const values = bind.values.map((value) =>
      isNew(value) ? { ...value, id: ids.next().value as BindValueId } : value,
    )
    return { ...field, bind: { ...bind, values } }
  }
  const ids = (await allocateIds(tx, 'group_value', bind.values.filter(isNew).length)).values()
  const values = bind.values.map((value) => (isNew(value) ? { ...value, id: ids.next().value as BindValueId } : value))
  return { ...field, bind: { ...bind, values } }
}
