import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { listOptions, noneId } from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import { type Field, idOfLogin, printView, type View } from '../view.ts'

/** The table with the artifacts that have a value; undefined: no filter names it, such as one that was hidden. */
export function buildRowsUrl(
  tracker: TrackerRepresentation,
  field: Field,
  view: View,
  id: string,
  option: PickerOption,
): string | undefined {
  const isOffered = id === noneId || listOptions(field).some((each) => each.id === id)
  const filter = isOffered ? id : option.user?.username && idOfLogin(option.user.username)
  if (!filter) return undefined
  return `/trackers/${tracker.id}?${printView({ ...view, filters: new Map([...view.filters, [field.name, [filter]]]) })}`
}
