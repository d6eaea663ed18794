import type { FieldDefinition } from '../../fields/definition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { BindValueId, FieldId, TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { placeNew } from '../model/place.ts'
import { freeName, shortNameOf } from '../model/short-name.ts'
import type { Tracker } from '../model/tracker.ts'
import { aroundOf } from '../reading/around.ts'
import { readElement } from '../reading/element.ts'
import { gatherProblems } from '../reading/problems.ts'
import { mostElements, type SentNewElement } from '../reading/sent.ts'
import { savePlace } from '../store/fields.ts'
import { addFields } from '../store/new-trackers.ts'
import { administrateTracker } from './administrate-tracker.ts'
import { refuseSecond } from './change-field.ts'
import { fieldRows } from './field-rows.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Our extension: one more form element for a tracker, of the shape in which GET /trackers/{id} tells them. */
export async function addField(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  trackerId: TrackerId,
  sent: SentNewElement,
): Promise<FieldId> {
  return administrateTracker(world, caller, trackerId, async (tx, permit) => {
    const tracker = permit.subject
    const definition = await read(tx, sent, tracker)
    if (definition.isUsed) refuseSecond(definition, tracker)
    const id = await numberOf(tx, 'field')
    const wanted = { parent: sent.parent_id ?? null, before: sent.next_sibling_id ?? null }
    const place = placeNew(definition.type, id, tracker, wanted)
    const values = await valueIds(tx, definition)
    await addFields(tx, fieldRows([{ id: trackerId, fields: [{ id, parentId: place.parent, definition, values }] }]))
    await savePlace(tx, permit, place)
    const detail = { field: id, type: definition.type, fieldName: definition.name }
    await recordOnTracker(tx, tracker, { at: world.clock.now(), by: caller, action: 'field added', detail })
    return id
  })
}

async function read(tx: Tx, sent: SentNewElement, tracker: Tracker): Promise<FieldDefinition> {
  const problems = gatherProblems()
  if (tracker.fields.length >= mostElements) problems.add(`A tracker has at most ${mostElements} elements.`)
  const around = await aroundOf(tx, tracker.projectId, [sent], problems)
  // Filters and archives find fields by name ignoring case (docs/api/queries.md §1.4, docs/api/archive-format.md §3.4
  // rule 4).
  const taken = new Set([...tracker.fieldByName.keys()].map((name) => name.toLowerCase()))
  const isTaken = (name: string): boolean => taken.has(name)
  const name = sent.name === undefined ? freeName(shortNameOf(sent.label ?? ''), isTaken) : shortNameOf(sent.name)
  if (sent.name !== undefined && isTaken(name)) problems.add(`The name "${name}" is in use by another element.`)
  const definition = readElement({ ...sent, name }, { key: 'new', rank: 0 }, around)
  problems.refuseIfAny()
  // Without a definition there was a problem.
  if (definition === undefined) throw new Refusal('invalid', 'The element is not defined.')
  return definition
}

async function numberOf(tx: Tx, sequence: 'field'): Promise<FieldId> {
  // As many ids are given as were asked for.
  return (await takeIds(tx, sequence, 1))[0] as FieldId
}

async function valueIds(tx: Tx, { bind }: FieldDefinition): Promise<BindValueId[]> {
  if (bind === null || bind.kind === 'users') return []
  // Values of groups are numbered apart (number-definitions.ts).
  const sequence = bind.kind === 'ugroups' ? 'group_value' : 'bind_value'
  return (await takeIds(tx, sequence, bind.values.length)) as BindValueId[]
}
