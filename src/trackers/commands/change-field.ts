import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { BindValueId, FieldId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { removalProblem, valuesSpokenOf } from '../model/field-use.ts'
import { type Place, placeLast, placeMoved } from '../model/place.ts'
import type { Tracker } from '../model/tracker.ts'
import { type Around, aroundOf } from '../reading/around.ts'
import { unnumbered, withBind, withNewValues } from '../reading/bind-change.ts'
import { withSettings, withTexts } from '../reading/field-change.ts'
import { gatherProblems } from '../reading/problems.ts'
import type { SentFieldChange } from '../reading/sent.ts'
import { saveField, savePlace } from '../store/fields.ts'
import { allReportsOf } from '../store/reports.ts'
import { loadTriggers } from '../store/triggers.ts'
import { valuesChosen } from '../store/value-uses.ts'
import { administrateField } from './administrate-field.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/**
 * docs/api/trackers.md §4.7, in its order, then our further keys; all of it or nothing, where the reference stops
 * half-way.
 */
export async function changeField(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: FieldId,
  sent: SentFieldChange,
): Promise<void> {
  await administrateField(world, caller, id, async (tx, permit, field) => {
    const tracker = permit.subject
    const problems = gatherProblems()
    const around = await aroundOf(tx, tracker.projectId, [sent], problems)
    let changed = await withUse(tx, withTexts(field, sent, tracker), sent, tracker)
    if (sent.new_values) changed = withNewValues(changed, sent.new_values)
    const place = placeOf(changed, field, sent, tracker)
    changed = withSettings(changed, sent, around)
    changed = await withList(tx, changed, sent, tracker, around)
    problems.refuseIfAny()
    if (place === undefined && isDeepStrictEqual(changed, field)) return
    await saveField(tx, permit, await numbered(tx, changed))
    if (place !== undefined) await savePlace(tx, permit, place)
    const detail = { field: id, fieldName: changed.name, changed: Object.keys(sent) }
    await recordOnTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field changed', detail })
  })
}

async function withUse(tx: Tx, field: Field, { use_it: isUsed }: SentFieldChange, tracker: Tracker): Promise<Field> {
  if (isUsed === undefined || isUsed === null || isUsed === field.isUsed) return field
  if (isUsed) refuseSecond(field, tracker)
  else {
    const problem = removalProblem(field, tracker, await loadTriggers(tx, tracker.projectId))
    if (problem !== undefined) throw new Refusal('invalid', problem)
  }
  return { ...field, isUsed }
}

/** docs/api/trackers.md §5.1: of some types a tracker has at most one in use. */
export function refuseSecond(field: Pick<Field, 'type'>, { fields }: Tracker): void {
  if (fieldType(field.type).isUnique && fields.some(({ type, isUsed }) => isUsed && type === field.type)) {
    throw new Refusal('invalid', `A tracker has at most one element of type ${field.type}.`)
  }
}

/** undefined: it stays where it is. What comes back into a container that is not in use would be seen nowhere. */
function placeOf(changed: Field, before: Field, { move }: SentFieldChange, tracker: Tracker): Place | undefined {
  if (move)
    return placeMoved(changed, tracker, { parent: move.parent_id ?? null, before: move.next_sibling_id ?? null })
  const isBack = changed.isUsed && !before.isUsed
  const isLost = changed.parentId !== null && tracker.fieldById.get(changed.parentId)?.isUsed !== true
  return isBack && isLost ? placeLast(tracker, changed.id) : undefined
}

async function withList(tx: Tx, field: Field, sent: SentFieldChange, tracker: Tracker, around: Around): Promise<Field> {
  const { bind } = field
  if (sent.values === undefined && sent.bindings?.list === undefined) return withBind(field, sent, () => true, around)
  if (bind === null || bind.kind === 'users') return withBind(field, sent, () => true, around)
  if (sent.values && sent.new_values) around.problems.add('Send `values` or `new_values`, not both.')
  const kept = new Set((sent.values ?? []).map((value) => Number(value.id)))
  const left = bind.values.map(({ id }) => id).filter((id) => !kept.has(id))
  const [triggers, { reports }] = [await loadTriggers(tx, tracker.projectId), await allReportsOf(tx, tracker.id)]
  const spokenOf = valuesSpokenOf(field, tracker, triggers, reports)
  const chosen = await valuesChosen(tx, field, left)
  return withBind(field, sent, (id) => spokenOf.has(id) || chosen.has(id), around)
}

/** Takes ids for the values that have none yet. */
async function numbered(tx: Tx, field: Field): Promise<Field> {
  const { bind } = field
  if (bind === null || bind.kind === 'users') return field
  const isNew = (value: { readonly id: BindValueId }): boolean => value.id === unnumbered
  // One id was taken for each.
  if (bind.kind === 'static') {
    const ids = (await takeIds(tx, 'bind_value', bind.values.filter(isNew).length)).values()
    const values = bind.values.map((value) =>
      isNew(value) ? { ...value, id: ids.next().value as BindValueId } : value,
    )
    return { ...field, bind: { ...bind, values } }
  }
  const ids = (await takeIds(tx, 'group_value', bind.values.filter(isNew).length)).values()
  const values = bind.values.map((value) => (isNew(value) ? { ...value, id: ids.next().value as BindValueId } : value))
  return { ...field, bind: { ...bind, values } }
}
