import type { FieldRepresentation } from '../../../src/trackers/representations/field.ts'
import { sendChange } from './client.ts'
import { renewTracker } from './tracker-admin.ts'

/** Adds an element to the form of a tracker. */
export async function addElement(tracker: number, element: object): Promise<FieldRepresentation> {
  const added = await sendChange<FieldRepresentation>('POST', `/trackers/${tracker}/fields`, element)
  await renewTracker(tracker)
  return added
}

/** Changes an element of a tracker: all of the changes, or none. */
export async function changeElement(tracker: number, element: number, changes: object): Promise<void> {
  await sendChange('PATCH', `/tracker_fields/${element}`, changes)
  await renewTracker(tracker)
}

/** Deletes an element of a tracker with its values. */
export async function deleteElement(tracker: number, element: number): Promise<void> {
  await sendChange('DELETE', `/tracker_fields/${element}`)
  await renewTracker(tracker)
}
