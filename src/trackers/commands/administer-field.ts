import type { Tx } from '../../database/db/db.ts'
import type { Field } from '../../fields/model/field.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayChangeFields } from '../policy.ts'
import { findTrackerOfField } from '../store/fields.ts'
import type { MayAdminister } from './administer-tracker.ts'
import { writeTracker } from './write-tracker.ts'

/**
 * Runs a change of a form element in one transaction that locks its tracker; throws the refusals of
 * docs/api/trackers.md §4.7.
 */
export async function administerField<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: FieldId,
  work: (tx: Tx, permit: MayAdminister, field: Field) => Promise<T>,
): Promise<T> {
  const findTracker = async (tx: Tx) => {
    const trackerId = await findTrackerOfField(tx, id)
    if (trackerId === undefined) throw unknownFieldError()
    return trackerId
  }
  return writeTracker(world, findTracker, async (tx, { tracker, project, settings }) => {
    const permit = mayChangeFields(caller, tracker, project, settings)
    // It may have been deleted since the first lookup.
    const field = permit.subject.fieldById.get(id)
    if (field === undefined) throw unknownFieldError()
    return work(tx, permit, field)
  })
}

const unknownFieldError = (): Refusal => new Refusal('absent', 'Field not found.')
