import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { listOptions, noneId } from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import { getFieldType } from '../../../fields/registry.ts'
import { compileView, type Field, idOfLogin, printView, quote, type View } from '../view.ts'

/** The table with the artifacts that have a value; undefined: no filter names it, such as one that was hidden. */
export function buildRowsUrl(
  tracker: TrackerRepresentation,
  field: Field,
  view: View,
  id: string,
  option: PickerOption,
): string | undefined {
  const isOffered = id === noneId || listOptions(field).some((each) => each.id === id)
  // A value that a user added since the structure of the tracker was read, or to a list of users.
  if (!isOffered && id.startsWith('o'))
    return buildConditionUrl(tracker, view, `${field.name} = ${quote(option.label)}`)
  const filter = isOffered ? id : option.user?.username && idOfLogin(option.user.username)
  if (!filter) return undefined
  return `/trackers/${tracker.id}?${printView({ ...view, filters: new Map([...view.filters, [field.name, [filter]]]) })}`
}

/** A period of whole days; null: no limit on this side. */
interface Period {
  readonly from: string | null
  readonly until: string | null
}

/** The table with the artifacts of a view that were submitted in a period. */
export function buildSubmissionUrl(tracker: TrackerRepresentation, view: View, { from, until }: Period): string {
  const { fields } = tracker
  const name = fields.find(({ is_used, type }) => is_used && getFieldType(type).isSubmissionDate)?.name
  const [first, last] = [from, until && lastDayOf(until)].map((day) => day && quote(day.slice(0, 10)))
  const comparison =
    first && last ? `BETWEEN(${first}, ${last})` : first ? `>= ${first}` : last ? `<= ${last}` : undefined
  return buildConditionUrl(tracker, view, comparison && `${name ?? '@submitted_on'} ${comparison}`)
}

/** The table with the artifacts of a view that fulfil a condition, too. */
export function buildConditionUrl(tracker: TrackerRepresentation, view: View, condition: string | undefined): string {
  const typed = compileView({ ...view, isOpenOnly: false, isMine: false, filters: new Map() }, tracker)?.where
  const text = condition === undefined ? view.text : [typed, condition].filter(Boolean).join(' AND ')
  return `/trackers/${tracker.id}?${printView({ ...view, text })}`
}

/** The last day of a period that ends at this time; a time at midnight ends the day before. */
function lastDayOf(until: string): string {
  if (!until.slice(11).startsWith('00:00:00')) return until
  return new Date(Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString()
}
