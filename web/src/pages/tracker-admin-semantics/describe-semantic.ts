import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Field } from '../../fields/field-context.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { childType, type Member } from './semantics.ts'

const words = trackerAdminTexts.trackerSemantics

export interface StatusValue {
  readonly id: number
  readonly label: string
  readonly color: string | null
  readonly isHidden: boolean
}

/** The id that stands for no value. */
const noValue = 100

/** The values of a status field, hidden ones last and then "none". */
export function listStatusValues(field: Field | undefined): readonly StatusValue[] {
  const values = Array.isArray(field?.values) ? field.values : []
  const own = values.flatMap((value) =>
    'value_color' in value
      ? [
          {
            ...{ id: Number(value.id), label: value.label, color: value.value_color || null },
            isHidden: 'is_hidden' in value && value.is_hidden === true,
          },
        ]
      : [],
  )
  return [
    ...own.filter(({ isHidden }) => !isHidden),
    ...own.filter(({ isHidden }) => isHidden),
    { id: noValue, label: words.noValue, color: null, isHidden: false },
  ]
}

export const findField = ({ fields }: TrackerRepresentation, id: number | string): Field | undefined =>
  fields.find(({ field_id }) => String(field_id) === String(id))

/** Names the field; the name in the API distinguishes fields of one label. */
export function describeField(tracker: TrackerRepresentation, id: number | string): string {
  const field = findField(tracker, id)
  if (field === undefined) return words.unreadable
  const isLabelUnique = tracker.fields.filter(({ label }) => label === field.label).length === 1
  return isLabelUnique ? field.label : `${field.label} (${field.name})`
}

export const describeLinks = (type: string): string =>
  type === childType ? words.forms.children : words.forms.links(type)

export interface NamedTracker {
  readonly id: number
  readonly label: string
}

export const describeTracker = (trackers: readonly NamedTracker[], id: number): string =>
  trackers.find((each) => each.id === id)?.label ?? words.otherTracker(id)

/** A semantic on one line; the open values of a status are not on it. */
export function describeSemantic(
  member: Member | undefined,
  tracker: TrackerRepresentation,
  trackers: readonly NamedTracker[],
): string {
  const of = (id: number): string => describeField(tracker, id)
  if (member === undefined) return words.notSet
  if ('field_id' in member) return of(member.field_id)
  if ('end_date_field_id' in member) return words.both(of(member.start_date_field_id), of(member.end_date_field_id))
  if ('duration_field_id' in member) return words.sum(of(member.start_date_field_id), of(member.duration_field_id))
  if ('implied_from_tracker' in member)
    return words.impliedFrom(describeTracker(trackers, member.implied_from_tracker.id))
  if ('artifact_link_type' in member) return describeLinks(member.artifact_link_type)
  return words.both(of(member.total_effort_field_id), of(member.remaining_effort_field_id))
}

/** What a change does, on one line; null: nothing. */
export function describeChange(
  before: Member | undefined,
  after: Member | undefined,
  tracker: TrackerRepresentation,
  trackers: readonly NamedTracker[],
): string | null {
  const [from, to] = [before, after].map((each) => describeSemantic(each, tracker, trackers)) as [string, string]
  const parts = [...(from === to ? [] : [words.preview(from, to)]), ...describeValues(before, after, tracker)]
  return parts.length === 0 ? null : parts.join('; ')
}

function describeValues(before: Member | undefined, after: Member | undefined, tracker: TrackerRepresentation) {
  if (after === undefined || !('value_ids' in after)) return []
  const listed = listStatusValues(findField(tracker, after.field_id))
  const labels = (ids: readonly number[]): string => ids.map((id) => labelOf(listed, id)).join(', ')
  const open =
    before !== undefined && 'value_ids' in before && before.field_id === after.field_id ? before.value_ids : []
  const added = after.value_ids.filter((id) => !open.includes(id))
  const removed = open.filter((id) => !after.value_ids.includes(id))
  return [
    ...(added.length === 0 ? [] : [words.added(labels(added))]),
    ...(removed.length === 0 ? [] : [words.removed(labels(removed))]),
  ]
}

/** Of a value that the field no longer has, only the id is known. */
const labelOf = (values: readonly StatusValue[], id: number): string =>
  values.find((value) => value.id === id)?.label ?? `#${id}`
