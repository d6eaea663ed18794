import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { FieldDefinition } from '../../fields/model/definition.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { BindValueId, FieldId, TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { positionNewElement } from '../model/element-position.ts'
import { findFreeName, toShortName } from '../model/short-name.ts'
import type { Tracker } from '../model/tracker.ts'
import { parseElement } from '../parse/element.ts'
import { maxElements, type NewElementInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { loadProjectContext } from '../parse/project-context.ts'
import { savePosition } from '../store/fields.ts'
import { insertFields } from '../store/insert-trackers.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'
import { assertUniqueFieldType } from './change-field.ts'
import { buildFieldRows } from './field-rows.ts'

/** Tulipwood extension: adds a form element to a tracker, in the shape that GET /trackers/{id} returns. */
export async function addField(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  trackerId: TrackerId,
  input: NewElementInput,
): Promise<FieldId> {
  return administerTracker(world, caller, trackerId, async (tx, permit) => {
    const tracker = permit.subject
    const definition = await parseNewElement(tx, input, tracker)
    if (definition.isUsed) assertUniqueFieldType(definition, tracker)
    const id = await takeFieldId(tx, 'field')
    const requested = { parent: input.parent_id ?? null, before: input.next_sibling_id ?? null }
    const position = positionNewElement(definition.type, id, tracker, requested)
    const values = await takeValueIds(tx, definition)
    await insertFields(
      tx,
      permit,
      buildFieldRows([{ id: trackerId, fields: [{ id, parentId: position.parent, definition, values }] }]),
    )
    await savePosition(tx, permit, position)
    const detail = { field: id, type: definition.type, fieldName: definition.name }
    await auditTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field added', detail })
    return id
  })
}

async function parseNewElement(tx: Tx, input: NewElementInput, tracker: Tracker): Promise<FieldDefinition> {
  const problems = collectProblems()
  if (tracker.fields.length >= maxElements) problems.add(message`A tracker has at most ${maxElements} elements.`)
  const context = await loadProjectContext(tx, tracker.projectId, [input], problems)
  // Filters and archives find fields by name ignoring case (docs/api/queries.md §1.4, docs/api/archive-format.md §3.4
  // rule 4).
  const usedNames = new Set([...tracker.fieldByName.keys()].map((name) => name.toLowerCase()))
  const isTaken = (name: string): boolean => usedNames.has(name)
  const name =
    input.name === undefined ? findFreeName(toShortName(input.label ?? ''), isTaken) : toShortName(input.name)
  if (input.name !== undefined && isTaken(name)) problems.add(message`The name "${name}" is in use by another element.`)
  const definition = parseElement({ ...input, name }, { key: 'new', rank: 0 }, context)
  problems.throwIfAny()
  // Without a definition there was a problem.
  if (definition === undefined) throw new Refusal('invalid', 'The element is not defined.')
  return definition
}

async function takeFieldId(tx: Tx, sequence: 'field'): Promise<FieldId> {
  // `allocateIds` returns as many ids as requested.
  return (await allocateIds(tx, sequence, 1))[0] as FieldId
}

async function takeValueIds(tx: Tx, { bind }: FieldDefinition): Promise<BindValueId[]> {
  if (bind === null || bind.kind === 'users') return []
  // Values of groups have their own sequence (assign-ids.ts).
  const sequence = bind.kind === 'ugroups' ? 'group_value' : 'bind_value'
  return (await allocateIds(tx, sequence, bind.values.length)) as BindValueId[]
}
