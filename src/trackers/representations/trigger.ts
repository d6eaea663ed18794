import type { Static } from 'typebox'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { TriggerRule } from '../model/tracker.ts'

const closed = { additionalProperties: false }

/** Tulipwood extension: docs/api/trackers.md §4.12. */
export const TriggerRepresentation = Type.Object(
  {
    condition: Type.Union([Type.Literal('at_least_one'), Type.Literal('all_of')]),
    target: Type.Object({ field_id: Type.Integer(), value_id: Type.Integer() }, closed),
    triggers: Type.Array(
      Type.Object({ tracker_id: Type.Integer(), field_id: Type.Integer(), value_id: Type.Integer() }, closed),
    ),
  },
  { ...closed, title: 'Trigger' },
)
export type TriggerRepresentation = Static<typeof TriggerRepresentation>

export const representTrigger = (
  { condition, target, triggers }: TriggerRule,
  trackerOf: ReadonlyMap<FieldId, TrackerId>,
): TriggerRepresentation => ({
  condition,
  target: { field_id: target.field, value_id: target.value },
  triggers: triggers.map(({ field, value }) => ({
    // 0: the field was deleted with its tracker.
    tracker_id: trackerOf.get(field) ?? 0,
    field_id: field,
    value_id: value,
  })),
})
